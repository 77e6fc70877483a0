// The argument of a rounding is kept as a fraction of two integer expressions while its operators + - * /
// are walked; only at the end is divided, upwards or downwards. So ceil((n + 1) / 2) and floor(x / 3 + 1 /
// 2) need no rational numbers in the Model, and constants fold to a number as everywhere else.
#include "language/ftdp/resolve/expressions/check_rounding.hpp"

#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

struct Fraction {
  Expr top;
  Expr bottom;
};

Expr computed(const FtdpChecker& checker, ExprKind kind, const Expr& a, const Expr& b) {
  if (is_broken(a) || is_broken(b)) return broken(a.span);
  if (kind == ExprKind::multiply && is_constant(a) && a.value == 1) return b;
  if (kind == ExprKind::multiply && is_constant(b) && b.value == 1) return a;
  return node(checker, kind, checker.model.integer_type, join(a.span, b.span), a, b);
}

Fraction check_fraction(FtdpScope& scope, const SyntaxExpr& syntax);

Fraction combine(FtdpScope& scope, const SyntaxExpr& syntax) {
  const FtdpChecker& checker = scope.checker;
  const auto times = [&](const Expr& a, const Expr& b) {
    return computed(checker, ExprKind::multiply, a, b);
  };
  const Fraction a = check_fraction(scope, syntax.children[0]);
  const Fraction b = check_fraction(scope, syntax.children[1]);
  if (syntax.op == SyntaxOp::multiply) return {times(a.top, b.top), times(a.bottom, b.bottom)};
  if (syntax.op == SyntaxOp::divide) {
    // Inverting b would lose a zero divisor inside it; unless it is known not to be zero, it stays in the
    // denominator.
    const bool safe = is_constant(b.bottom) && b.bottom.value != 0;
    const Expr kept = safe ? constant(checker.model.integer_type, 1, syntax.span) : b.bottom;
    return {times(times(a.top, b.bottom), kept), times(times(a.bottom, b.top), kept)};
  }
  const ExprKind kind = syntax.op == SyntaxOp::add ? ExprKind::add : ExprKind::subtract;
  return {computed(checker, kind, times(a.top, b.bottom), times(b.top, a.bottom)), times(a.bottom, b.bottom)};
}

Fraction check_fraction(FtdpScope& scope, const SyntaxExpr& syntax) {
  const FtdpNesting nesting(scope);
  if (nesting.exceeded(syntax.span)) return {broken(syntax.span), broken(syntax.span)};
  if (syntax.kind == SyntaxExprKind::infix && syntax.children.size() == 2) {
    switch (syntax.op) {
      case SyntaxOp::add:
      case SyntaxOp::subtract:
      case SyntaxOp::multiply:
      case SyntaxOp::divide:
        return combine(scope, syntax);
      default:
        break;
    }
  }
  Expr value = check_integer(scope, syntax, "what is rounded");
  return {std::move(value), constant(scope.checker.model.integer_type, 1, syntax.span)};
}

}  // namespace

Expr check_rounding(FtdpScope& scope, const SyntaxExpr& syntax, bool up, Span span) {
  const FtdpChecker& checker = scope.checker;
  const TypeId integer = checker.model.integer_type;
  Fraction fraction = check_fraction(scope, syntax);
  if (is_broken(fraction.top) || is_broken(fraction.bottom)) return broken(span);
  if (is_constant(fraction.bottom) && fraction.bottom.value == 1) return std::move(fraction.top);
  if (!up) fraction.top = node(checker, ExprKind::negate, integer, span, std::move(fraction.top));
  Expr result = node(checker, ExprKind::ceiling_divide, integer, span, std::move(fraction.top),
                     std::move(fraction.bottom));
  return up ? result : node(checker, ExprKind::negate, integer, span, std::move(result));
}

}  // namespace quorate
