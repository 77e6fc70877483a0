// Replaces bound names by values in an expression, for the expansion of quantifiers.
#pragma once

#include <cstdint>
#include <map>

#include "model/expression.hpp"

namespace quorate {

using BoundValues = std::map<LocalId, std::int64_t>;

inline Expr with_values(const Expr& expression, const BoundValues& values) {
  Expr result = expression;
  if (expression.kind == ExprKind::local) {
    if (const auto bound = values.find(expression.local); bound != values.end()) {
      result.kind = ExprKind::constant;
      result.value = bound->second;
      result.local = {};
    }
  }
  for (Expr& child : result.children) child = with_values(child, values);
  return result;
}

}  // namespace quorate
