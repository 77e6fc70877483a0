// Whether two expressions are equal, apart from their places in the text.
#pragma once

#include <algorithm>

#include "model/expression.hpp"

namespace quorate {

inline bool same_expression(const Expr& a, const Expr& b) {
  return a.kind == b.kind && a.type == b.type && a.value == b.value && a.index == b.index &&
         a.input == b.input && a.role == b.role && a.message_kind == b.message_kind && a.local == b.local &&
         a.function == b.function && a.quantifier == b.quantifier && a.domain_type == b.domain_type &&
         a.has_domain_set == b.has_domain_set && a.has_default == b.has_default &&
         std::ranges::equal(a.children, b.children, same_expression);
}

// Whether two expressions are certainly the same place: they are equal, and nothing in them binds a name or
// calls a function.
inline bool same_place(const Expr& a, const Expr& b) {
  const auto plain = [](const auto& self, const Expr& e) -> bool {
    return e.kind != ExprKind::quantifier && e.kind != ExprKind::let && e.kind != ExprKind::call &&
           std::ranges::all_of(e.children, [&](const Expr& child) { return self(self, child); });
  };
  return same_expression(a, b) && plain(plain, a);
}

}  // namespace quorate
