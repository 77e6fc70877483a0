// Operators. `+`, `-` and `*` are for integers and sets, and the operands decide. Where one side needs
// context (a literal, a set literal) the other is checked first and gives it its type; a side that needs a
// context that is wrong itself is not reported as well.
#include <fmt/format.h>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

std::string sign(SyntaxOp op) {
  switch (op) {
    case SyntaxOp::minus:
    case SyntaxOp::subtract:
      return "-";
    case SyntaxOp::add:
      return "+";
    case SyntaxOp::multiply:
      return "*";
    case SyntaxOp::divide:
      return "/";
    case SyntaxOp::modulo:
      return "mod";
    case SyntaxOp::less:
      return "<";
    case SyntaxOp::less_equal:
      return "<=";
    case SyntaxOp::greater:
      return ">";
    case SyntaxOp::greater_equal:
      return ">=";
    case SyntaxOp::and_:
      return "and";
    case SyntaxOp::or_:
      return "or";
    case SyntaxOp::implies:
      return "=>";
    case SyntaxOp::iff:
      return "<=>";
    case SyntaxOp::not_:
      return "not";
    default:
      return "the operator";
  }
}

std::string operand(SyntaxOp op, const char* side) {
  return fmt::format("the {} of `{}`", side, sign(op));
}

Expr check_logic(FtdpScope& scope, const SyntaxExpr& syntax, ExprKind kind) {
  Expr left = check_boolean(scope, syntax.children[0], operand(syntax.op, "left side"));
  Expr right = check_boolean(scope, syntax.children[1], operand(syntax.op, "right side"));
  if (is_broken(left) || is_broken(right)) return broken(syntax.span, std::move(left), std::move(right));
  return node(scope.checker, kind, scope.checker.model.boolean_type, syntax.span, std::move(left),
              std::move(right));
}

Expr integer_operator(FtdpScope& scope, const SyntaxExpr& syntax, ExprKind kind, TypeId type, Expr left,
                      Expr right) {
  left = to_integer(scope, std::move(left), operand(syntax.op, "left side"));
  right = to_integer(scope, std::move(right), operand(syntax.op, "right side"));
  if (is_broken(left) || is_broken(right)) return broken(syntax.span, std::move(left), std::move(right));
  return node(scope.checker, kind, type, syntax.span, std::move(left), std::move(right));
}

Expr check_order(FtdpScope& scope, const SyntaxExpr& syntax, ExprKind kind) {
  FtdpChecker& checker = scope.checker;
  auto [left, right] = check_pair(scope, syntax.children[0], syntax.children[1], {});
  if (is_broken(left) || is_broken(right)) return broken(syntax.span, std::move(left), std::move(right));
  const bool processes =
      checker.is(left.type, TypeKind::process) && checker.is(right.type, TypeKind::process);
  if (processes && checker.type(left.type).roles != checker.type(right.type).roles) {
    checker.error(syntax.span,
                  fmt::format("{} and {} cannot be ordered", describe(checker, left.type),
                              describe(checker, right.type)),
                  "processes are numbered within their own role");
    return broken(syntax.span);
  }
  if (checker.is(left.type, TypeKind::enumeration) || checker.is(right.type, TypeKind::enumeration)) {
    checker.error(syntax.span,
                  fmt::format("the values of an enumeration cannot be compared with `{}`", sign(syntax.op)),
                  "they have no order: use `=` and `!=`");
    return broken(syntax.span);
  }
  if (checker.is(left.type, TypeKind::set) && checker.is(right.type, TypeKind::set)) {
    checker.error(syntax.span, fmt::format("sets cannot be compared with `{}`", sign(syntax.op)),
                  "write `a subset b`");
    return broken(syntax.span);
  }
  if (const std::string hint = size_hint(checker, left, right); !hint.empty()) {
    checker.error(syntax.span,
                  fmt::format("{} cannot be compared with {}", describe(checker, left.type),
                              describe(checker, right.type)),
                  hint);
    return broken(syntax.span);
  }
  return integer_operator(scope, syntax, kind, checker.model.boolean_type, std::move(left), std::move(right));
}

// + - * are for integers and for sets.
Expr check_overloaded(FtdpScope& scope, const SyntaxExpr& syntax, ExprKind number_kind, ExprKind set_kind,
                      TypeId expected) {
  FtdpChecker& checker = scope.checker;
  const TypeId wanted = checker.is(expected, TypeKind::set) ? expected : TypeId{};
  auto [left, right] = check_pair(scope, syntax.children[0], syntax.children[1], wanted);
  if (is_broken(left) || is_broken(right)) return broken(syntax.span, std::move(left), std::move(right));
  if (checker.is(left.type, TypeKind::set) || checker.is(right.type, TypeKind::set)) {
    return check_set_operator(scope, syntax, set_kind, std::move(left), std::move(right));
  }
  return integer_operator(scope, syntax, number_kind, checker.model.integer_type, std::move(left),
                          std::move(right));
}

Expr check_arithmetic(FtdpScope& scope, const SyntaxExpr& syntax, ExprKind kind) {
  Expr left = check_expression(scope, syntax.children[0]);
  Expr right = check_expression(scope, syntax.children[1]);
  return integer_operator(scope, syntax, kind, scope.checker.model.integer_type, std::move(left),
                          std::move(right));
}

Expr check_sets(FtdpScope& scope, const SyntaxExpr& syntax, ExprKind kind, TypeId expected) {
  const TypeId wanted = scope.checker.is(expected, TypeKind::set) ? expected : TypeId{};
  auto [left, right] = check_pair(scope, syntax.children[0], syntax.children[1], wanted);
  return check_set_operator(scope, syntax, kind, std::move(left), std::move(right));
}

Expr check_comparison(FtdpScope& scope, const SyntaxExpr& syntax) {
  switch (syntax.op) {
    case SyntaxOp::less:
      return check_order(scope, syntax, ExprKind::less);
    case SyntaxOp::less_equal:
      return check_order(scope, syntax, ExprKind::less_equal);
    case SyntaxOp::greater:
      return check_order(scope, syntax, ExprKind::greater);
    case SyntaxOp::greater_equal:
      return check_order(scope, syntax, ExprKind::greater_equal);
    default:
      return check_equality(scope, syntax);
  }
}

Expr misplaced_temporal(FtdpScope& scope, const SyntaxExpr& syntax) {
  scope.checker.error(syntax.span, "a temporal operator cannot be used here",
                      "temporal operators belong to a `property`, outside arithmetic, comparisons and calls");
  return broken(syntax.span);
}

}  // namespace

bool needs_context(const FtdpScope& scope, const SyntaxExpr& syntax) {
  switch (syntax.kind) {
    case SyntaxExprKind::set_literal:
      return true;
    case SyntaxExprKind::name: {
      const NameMeaning meaning = meaning_of(scope, syntax.name.text);
      return meaning == NameMeaning::literal || meaning == NameMeaning::parameter ||
             (meaning == NameMeaning::nothing && syntax.name.text == "undefined");
    }
    case SyntaxExprKind::conditional:
      return syntax.children.size() == 3 && needs_context(scope, syntax.children[1]) &&
             needs_context(scope, syntax.children[2]);
    default:
      return false;
  }
}

std::pair<Expr, Expr> check_pair(FtdpScope& scope, const SyntaxExpr& left, const SyntaxExpr& right,
                                 TypeId expected) {
  // A side that needs context is not reported when the context has an error.
  const auto check_against = [&](const SyntaxExpr& syntax, const Expr& other) {
    if (is_broken(other) && !expected.valid() && needs_context(scope, syntax)) return broken(syntax.span);
    return check_expression(scope, syntax, is_broken(other) ? expected : other.type);
  };
  if (needs_context(scope, left) && !needs_context(scope, right)) {
    Expr second = check_expression(scope, right, expected);
    Expr first = check_against(left, second);
    return {std::move(first), std::move(second)};
  }
  Expr first = check_expression(scope, left, expected);
  Expr second = check_against(right, first);
  return {std::move(first), std::move(second)};
}

Expr check_prefix(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (syntax.children.empty()) return broken(syntax.span);
  FtdpChecker& checker = scope.checker;
  if (syntax.op == SyntaxOp::not_) {
    Expr operand_value = check_boolean(scope, syntax.children[0], "what follows `not`");
    if (is_broken(operand_value)) return operand_value;
    return node(checker, ExprKind::logical_not, checker.model.boolean_type, syntax.span,
                std::move(operand_value));
  }
  if (syntax.op == SyntaxOp::minus) {
    Expr operand_value = check_integer(scope, syntax.children[0], "what follows `-`");
    if (is_broken(operand_value)) return operand_value;
    return node(checker, ExprKind::negate, checker.model.integer_type, syntax.span, std::move(operand_value));
  }
  return misplaced_temporal(scope, syntax);
}

Expr check_infix(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected) {
  if (syntax.children.size() != 2) return broken(syntax.span);
  switch (syntax.op) {
    case SyntaxOp::and_:
      return check_logic(scope, syntax, ExprKind::logical_and);
    case SyntaxOp::or_:
      return check_logic(scope, syntax, ExprKind::logical_or);
    case SyntaxOp::implies:
      return check_logic(scope, syntax, ExprKind::implies);
    case SyntaxOp::iff:
      return check_logic(scope, syntax, ExprKind::iff);
    case SyntaxOp::equal:
    case SyntaxOp::not_equal:
    case SyntaxOp::less:
    case SyntaxOp::less_equal:
    case SyntaxOp::greater:
    case SyntaxOp::greater_equal:
      return check_comparison(scope, syntax);
    case SyntaxOp::add:
      return check_overloaded(scope, syntax, ExprKind::add, ExprKind::set_union, expected);
    case SyntaxOp::subtract:
      return check_overloaded(scope, syntax, ExprKind::subtract, ExprKind::set_difference, expected);
    case SyntaxOp::multiply:
      return check_overloaded(scope, syntax, ExprKind::multiply, ExprKind::set_intersection, expected);
    case SyntaxOp::divide:
      return check_arithmetic(scope, syntax, ExprKind::divide);
    case SyntaxOp::modulo:
      return check_arithmetic(scope, syntax, ExprKind::modulo);
    case SyntaxOp::in:
    case SyntaxOp::not_in:
      return check_membership(scope, syntax);
    case SyntaxOp::subset:
      return check_sets(scope, syntax, ExprKind::subset, {});
    case SyntaxOp::set_union:
      return check_sets(scope, syntax, ExprKind::set_union, expected);
    case SyntaxOp::set_intersection:
      return check_sets(scope, syntax, ExprKind::set_intersection, expected);
    case SyntaxOp::set_difference:
      return check_sets(scope, syntax, ExprKind::set_difference, expected);
    default:
      return misplaced_temporal(scope, syntax);
  }
}

Expr check_conditional(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected, bool undefined_allowed) {
  if (syntax.children.size() != 3) return broken(syntax.span);
  FtdpChecker& checker = scope.checker;
  Expr condition = check_boolean(scope, syntax.children[0], "the condition of `if`");
  scope.undefined_allowed = undefined_allowed;
  Expr first = check_expression(scope, syntax.children[1], expected);
  scope.undefined_allowed = undefined_allowed;
  Expr second = check_expression(scope, syntax.children[2], expected.valid() ? expected : first.type);
  if (first.kind == ExprKind::undefined) first.type = second.type;
  if (second.kind == ExprKind::undefined) second.type = first.type;
  if (is_broken(condition) || is_broken(first) || is_broken(second)) {
    return broken(syntax.span, std::move(condition),
                  broken(syntax.span, std::move(first), std::move(second)));
  }
  if (!checker.type(first.type).simple() || !checker.type(second.type).simple()) {
    checker.error(syntax.span, "records and arrays cannot be chosen inside an expression",
                  "use an `if` statement with one assignment in each branch");
    return broken(syntax.span);
  }
  TypeId type = first.type;
  if (expected.valid() && checker.type(expected).simple() && !checker.is(expected, TypeKind::range)) {
    first = convert(scope, std::move(first), expected, "what follows `then`");
    second = convert(scope, std::move(second), expected, "what follows `else`");
    type = expected;
  } else if (checker.is(first.type, TypeKind::range) || checker.is(second.type, TypeKind::range)) {
    type = first.type == second.type ? first.type : checker.model.integer_type;
    first = to_integer(scope, std::move(first), "what follows `then`");
    second = to_integer(scope, std::move(second), "what follows `else`");
  } else if (checker.is(first.type, TypeKind::set) && checker.is(second.type, TypeKind::set)) {
    if (!unify_sets(scope, first, second, syntax.span)) return broken(syntax.span);
    type = first.type;
  } else if (!same_type(checker, first.type, second.type)) {
    checker.error(syntax.span, fmt::format("`then` gives {}, but `else` gives {}",
                                           describe(checker, first.type), describe(checker, second.type)));
    return broken(syntax.span);
  }
  if (is_broken(first) || is_broken(second)) return broken(syntax.span);
  return node(checker, ExprKind::conditional, type, syntax.span, std::move(condition), std::move(first),
              std::move(second));
}

}  // namespace quorate
