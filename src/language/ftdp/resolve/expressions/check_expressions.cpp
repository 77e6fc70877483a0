// Dispatch by kind of expression. `undefined` is allowed only where a value is assigned or sent; the
// permission is a flag of the scope that every expression takes away from its parts.
#include "language/ftdp/resolve/expressions/check_expressions.hpp"

#include <fmt/format.h>

#include "base/budget.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

Expr check_undefined(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected, bool allowed) {
  if (allowed) return undefined(expected, syntax.span);
  scope.checker.error(syntax.span, "`undefined` can only be assigned or sent",
                      "test a variable with `isundefined(x)`");
  return broken(syntax.span);
}

Expr check_word(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected, bool undefined_allowed) {
  const std::string& word = syntax.name.text;
  if (scope.find(word).valid()) return check_name(scope, syntax, expected);
  if (word == "true" || word == "TRUE") return boolean(scope.checker, true, syntax.span);
  if (word == "false" || word == "FALSE") return boolean(scope.checker, false, syntax.span);
  if (word == "undefined") return check_undefined(scope, syntax, expected, undefined_allowed);
  if (word == "any" || word == "distinct") {
    scope.checker.error(syntax.span, fmt::format("`{}` can only be the initial value of a variable", word));
    return broken(syntax.span);
  }
  return check_name(scope, syntax, expected);
}

Expr check_let(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected, bool undefined_allowed) {
  if (syntax.children.size() != 2) return broken(syntax.span);
  FtdpChecker& checker = scope.checker;
  Expr value = check_expression(scope, syntax.children[0]);
  if (!is_broken(value) && !checker.type(value.type).simple()) {
    checker.error(value.span, fmt::format("`let` cannot name {}", describe(checker, value.type)),
                  "name one of its parts");
    value = broken(value.span);
  }
  const FtdpInnerScope inner(scope);
  Expr expr;
  expr.kind = ExprKind::let;
  expr.span = syntax.span;
  expr.local = scope.bind(syntax.name.text, value.type);
  scope.undefined_allowed = undefined_allowed;
  Expr body = check_expression(scope, syntax.children[1], expected);
  expr.type = is_broken(value) ? TypeId{} : body.type;
  expr.children.push_back(std::move(value));
  expr.children.push_back(std::move(body));
  return expr;
}

Expr check_kind(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected, bool undefined_allowed) {
  switch (syntax.kind) {
    case SyntaxExprKind::number:
      return constant(scope.checker.model.integer_type, syntax.number, syntax.span);
    case SyntaxExprKind::name:
      return check_word(scope, syntax, expected, undefined_allowed);
    case SyntaxExprKind::outgoing:
      scope.checker.error(syntax.span, fmt::format("`2{}` cannot be read", syntax.name.text),
                          "it is the message to send: assign its fields");
      return broken(syntax.span);
    case SyntaxExprKind::member_of:
      return check_member(scope, syntax);
    case SyntaxExprKind::index:
      return check_index(scope, syntax);
    case SyntaxExprKind::call:
      return check_call(scope, syntax);
    case SyntaxExprKind::prefix:
      return check_prefix(scope, syntax);
    case SyntaxExprKind::infix:
      return check_infix(scope, syntax, expected);
    case SyntaxExprKind::conditional:
      return check_conditional(scope, syntax, expected, undefined_allowed);
    case SyntaxExprKind::set_literal:
      return check_set_literal(scope, syntax, expected);
    case SyntaxExprKind::quantifier:
      return check_quantifier(scope, syntax);
    case SyntaxExprKind::any_of:
      return check_any_of(scope, syntax);
    case SyntaxExprKind::let:
      return check_let(scope, syntax, expected, undefined_allowed);
  }
  return broken(syntax.span);
}

}  // namespace

Expr check_expression(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected) {
  Budget::ask();
  const bool undefined_allowed = std::exchange(scope.undefined_allowed, false);
  const FtdpNesting nesting(scope);
  if (nesting.exceeded(syntax.span)) return broken(syntax.span);
  if (is_message(scope, syntax)) return misused_message(scope, syntax);
  return check_kind(scope, syntax, expected, undefined_allowed);
}

Expr check_boolean(FtdpScope& scope, const SyntaxExpr& syntax, const std::string& what) {
  return to_boolean(scope, check_expression(scope, syntax, scope.checker.model.boolean_type), what);
}

Expr check_integer(FtdpScope& scope, const SyntaxExpr& syntax, const std::string& what) {
  return to_integer(scope, check_expression(scope, syntax, scope.checker.model.integer_type), what);
}

Expr check_value(FtdpScope& scope, const SyntaxExpr& syntax, TypeId target, const std::string& what) {
  if (!target.valid() && needs_context(scope, syntax)) return broken(syntax.span);
  scope.undefined_allowed = true;
  return convert(scope, check_expression(scope, syntax, target), target, what);
}

}  // namespace quorate
