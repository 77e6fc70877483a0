// Whether two expressions are equal up to where they stand in the text.
#pragma once

#include <algorithm>

#include "model/expression.hpp"

namespace quorate {

inline bool same_expression(const Expr& a, const Expr& b) {
  return a.kind == b.kind && a.type == b.type && a.value == b.value && a.index == b.index &&
         a.role == b.role && a.message_kind == b.message_kind && a.local == b.local &&
         a.function == b.function && a.quantifier == b.quantifier && a.domain_type == b.domain_type &&
         a.has_domain_set == b.has_domain_set && a.has_default == b.has_default &&
         std::ranges::equal(a.children, b.children, same_expression);
}

}  // namespace quorate
