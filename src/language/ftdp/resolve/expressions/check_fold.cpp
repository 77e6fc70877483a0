// Nodes are folded when they are made: with constant operands by the arithmetic that the interpreter uses,
// and where the first operand decides (`and`, `or`, `=>`, `if`) to one of the others. What has no value,
// such as a division by zero, stays a node: it is a model error if it is evaluated.
#include "language/ftdp/resolve/expressions/check_fold.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "model/arithmetic.hpp"
#include "model/constant_operation.hpp"

namespace quorate {
namespace {

using Folded = std::optional<std::int64_t>;

Folded fold_set(const FtdpChecker& checker, const Expr& expr, std::int64_t a, std::int64_t b) {
  switch (expr.kind) {
    case ExprKind::set_union:
      return a | b;
    case ExprKind::set_intersection:
      return a & b;
    case ExprKind::set_difference:
      return a & ~b;
    case ExprKind::subset:
      return (a & ~b) == 0 ? 1 : 0;
    default: {  // member
      const Type& element = checker.type(checker.type(expr.child(1).type).element);
      return arithmetic::has_element(b, element.low, a) ? 1 : 0;
    }
  }
}

Folded fold_set_literal(const FtdpChecker& checker, const Expr& expr) {
  const Type& element = checker.type(checker.type(expr.type).element);
  std::int64_t mask = 0;
  for (const Expr& child : expr.children) {
    if (child.value < element.low || child.value > element.high) return {};
    mask |= std::int64_t{1} << (child.value - element.low);
  }
  return mask;
}

Folded fold_process(const FtdpChecker& checker, const Expr& expr) {
  if (expr.kind == ExprKind::process_of) {
    const auto values = checker.model.values_of(expr.type);
    const std::int64_t k = expr.child(0).value;
    if (k < 1 || k > static_cast<std::int64_t>(values.size())) return {};
    return values[static_cast<std::size_t>(k - 1)];
  }
  const auto values = checker.model.values_of(expr.child(0).type);
  const auto found = std::ranges::find(values, expr.child(0).value);
  if (found == values.end()) return {};
  return found - values.begin() + 1;
}

Folded fold_unary(const FtdpChecker& checker, const Expr& expr) {
  const std::int64_t a = expr.child(0).value;
  switch (expr.kind) {
    case ExprKind::negate:
      return arithmetic_result(ExprKind::subtract, 0, a);
    case ExprKind::logical_not:
      return a == 0 ? 1 : 0;
    case ExprKind::set_size:
      return std::popcount(static_cast<std::uint64_t>(a));
    case ExprKind::ordinal:
    case ExprKind::process_of:
      return fold_process(checker, expr);
    default:
      return {};
  }
}

Folded fold_binary(const FtdpChecker& checker, const Expr& expr) {
  const std::int64_t a = expr.child(0).value;
  const std::int64_t b = expr.child(1).value;
  switch (expr.kind) {
    case ExprKind::add:
    case ExprKind::subtract:
    case ExprKind::multiply:
    case ExprKind::divide:
    case ExprKind::ceiling_divide:
    case ExprKind::modulo:
      return arithmetic_result(expr.kind, a, b);
    case ExprKind::equal:
    case ExprKind::not_equal:
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
    case ExprKind::iff:
      return comparison_result(expr.kind, a, b).value_or(false) ? 1 : 0;
    case ExprKind::set_union:
    case ExprKind::set_intersection:
    case ExprKind::set_difference:
    case ExprKind::subset:
    case ExprKind::member:
      return fold_set(checker, expr, a, b);
    default:
      return {};
  }
}

// Operators whose first operand, if constant, decides which other operand is the result.
std::optional<Expr> fold_choice(const FtdpChecker& checker, const Expr& expr) {
  const bool first = is_constant(expr.child(0)) && expr.child(0).value != 0;
  switch (expr.kind) {
    case ExprKind::conditional:
      return first ? expr.child(1) : expr.child(2);
    case ExprKind::logical_and:
      return first ? expr.child(1) : boolean(checker, false, expr.span);
    case ExprKind::logical_or:
      return first ? boolean(checker, true, expr.span) : expr.child(1);
    case ExprKind::implies:
      return first ? expr.child(1) : boolean(checker, true, expr.span);
    default:
      return {};
  }
}

}  // namespace

bool is_constant(const Expr& expr) {
  return expr.kind == ExprKind::constant && expr.type.valid();
}

bool is_broken(const Expr& expr) {
  return !expr.type.valid();
}

Expr broken(Span span) {
  Expr expr;
  expr.span = span;
  return expr;
}

Expr broken(Span span, Expr left, Expr right) {
  Expr expr = broken(span);
  expr.kind = ExprKind::set_literal;  // a kind without a meaning of its own
  expr.children.push_back(std::move(left));
  expr.children.push_back(std::move(right));
  return expr;
}

Expr boolean(const FtdpChecker& checker, bool value, Span span) {
  return constant(checker.model.boolean_type, value ? 1 : 0, span);
}

Expr undefined(TypeId type, Span span) {
  Expr expr;
  expr.kind = ExprKind::undefined;
  expr.type = type;
  expr.span = span;
  return expr;
}

Expr local_value(const FtdpScope& scope, LocalId local, Span span) {
  return local_value(local, scope.frame[local.index()].type, span);
}

Expr make(const FtdpChecker& checker, ExprKind kind, TypeId type, Span span, std::vector<Expr> children) {
  Expr expr = combined(kind, type, std::move(children), span);
  if (!type.valid()) return expr;
  if (!expr.children.empty() && is_constant(expr.child(0))) {
    if (auto chosen = fold_choice(checker, expr)) return std::move(*chosen);
  }
  if (!std::ranges::all_of(expr.children, is_constant)) return expr;
  Folded value;
  if (kind == ExprKind::set_literal) {
    value = fold_set_literal(checker, expr);
  } else if (expr.children.size() == 1) {
    value = fold_unary(checker, expr);
  } else if (expr.children.size() == 2) {
    value = fold_binary(checker, expr);
  }
  return value ? constant(type, *value, span) : expr;
}

Expr conjunction(const FtdpChecker& checker, Expr left, Expr right) {
  const Span span = join(left.span, right.span);
  return node(checker, ExprKind::logical_and, checker.model.boolean_type, span, std::move(left),
              std::move(right));
}

Expr joined(const FtdpChecker& checker, ExprKind kind, std::vector<Expr> parts, Span span) {
  if (parts.empty()) return boolean(checker, kind == ExprKind::logical_and, span);
  while (parts.size() > 1) {
    std::vector<Expr> pairs;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
      pairs.push_back(node(checker, kind, checker.model.boolean_type, span, std::move(parts[i]),
                           std::move(parts[i + 1])));
    }
    if (parts.size() % 2 == 1) pairs.push_back(std::move(parts.back()));
    parts = std::move(pairs);
  }
  return std::move(parts.front());
}

Expr negation(const FtdpChecker& checker, Expr operand) {
  const Span span = operand.span;
  return node(checker, ExprKind::logical_not, checker.model.boolean_type, span, std::move(operand));
}

}  // namespace quorate
