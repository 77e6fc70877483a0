// Builds typed expressions. Constants are computed on the way, so that a constant is recognised by its
// kind. Private to the checker.
//
// Folding keeps the meaning exactly: a division by zero or an overflow is left in place (it is a model
// error only if it is evaluated), and `false and x` is false because x would not be evaluated.
#pragma once

#include <utility>
#include <vector>

#include "language/ftdp/resolve/check_context.hpp"
#include "model/make_expression.hpp"

namespace quorate {

Expr broken(Span span);  // stands for a wrong expression; fits everywhere
// The same, keeping its parts for the checks that follow.
Expr broken(Span span, Expr left, Expr right);
Expr boolean(const FtdpChecker& checker, bool value, Span span);
Expr undefined(TypeId type, Span span);
Expr local_value(const FtdpScope& scope, LocalId local, Span span);
// The node of this kind, or the constant that it is.
Expr make(const FtdpChecker& checker, ExprKind kind, TypeId type, Span span, std::vector<Expr> children);

template <typename... Children>
Expr node(const FtdpChecker& checker, ExprKind kind, TypeId type, Span span, Children&&... children) {
  std::vector<Expr> all;
  all.reserve(sizeof...(children));
  (all.push_back(std::forward<Children>(children)), ...);
  return make(checker, kind, type, span, std::move(all));
}

bool is_constant(const Expr& expr);
bool is_broken(const Expr& expr);

Expr conjunction(const FtdpChecker& checker, Expr left, Expr right);
// All parts joined by logical_and or logical_or; balanced, so that many parts do not nest deeply.
Expr joined(const FtdpChecker& checker, ExprKind kind, std::vector<Expr> parts, Span span);
Expr negation(const FtdpChecker& checker, Expr operand);

}  // namespace quorate
