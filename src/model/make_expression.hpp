// Constructors of simple expressions, for code that makes parts of a Model: the resolver of the language,
// invariant_form and the lowering of faults.
#pragma once

#include <utility>
#include <vector>

#include "model/expression.hpp"

namespace quorate {

inline Expr constant(TypeId type, std::int64_t value, Span span = {}) {
  Expr expr;
  expr.type = type;
  expr.span = span;
  expr.value = value;
  return expr;
}

inline Expr local_value(LocalId local, TypeId type, Span span = {}) {
  Expr expr;
  expr.kind = ExprKind::local;
  expr.local = local;
  expr.type = type;
  expr.span = span;
  return expr;
}

// Nothing is folded.
inline Expr combined(ExprKind kind, TypeId type, std::vector<Expr> children, Span span = {}) {
  Expr expr;
  expr.kind = kind;
  expr.type = type;
  expr.span = span;
  expr.children = std::move(children);
  return expr;
}

}  // namespace quorate
