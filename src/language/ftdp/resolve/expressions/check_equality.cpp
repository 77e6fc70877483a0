// `=` and `!=` on all types. Both sides are converted to one type; records and arrays are compared scalar
// by scalar. Nothing is compared with `undefined`: reading an undefined value is a model error.
#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

// Converts both sides to types whose values can be compared bit by bit; false after an error.
bool unify_for_equality(FtdpScope& scope, Expr& left, Expr& right, Span span) {
  FtdpChecker& checker = scope.checker;
  if (checker.is(left.type, TypeKind::range) && checker.is(right.type, TypeKind::process)) {
    right = to_integer(scope, std::move(right), "the right side");
  } else if (checker.is(left.type, TypeKind::process) && checker.is(right.type, TypeKind::range)) {
    left = to_integer(scope, std::move(left), "the left side");
  }
  if (checker.is(left.type, TypeKind::set) && checker.is(right.type, TypeKind::set)) {
    return unify_sets(scope, left, right, span);
  }
  if (same_type(checker, left.type, right.type)) return true;
  const bool processes =
      checker.is(left.type, TypeKind::process) && checker.is(right.type, TypeKind::process);
  checker.error(
      span,
      fmt::format("{} cannot be compared with {}", describe(checker, left.type),
                  describe(checker, right.type)),
      processes ? "processes of different roles are never the same" : size_hint(checker, left, right));
  return false;
}

// Records and arrays are equal if all their scalars are.
Expr part_wise(const FtdpChecker& checker, const Expr& left, const Expr& right, Span span) {
  std::vector<Expr> lefts = leaves(checker, left);
  std::vector<Expr> rights = leaves(checker, right);
  std::vector<Expr> parts;
  for (std::size_t i = 0; i < std::min(lefts.size(), rights.size()); ++i) {
    parts.push_back(node(checker, ExprKind::equal, checker.model.boolean_type, span, std::move(lefts[i]),
                         std::move(rights[i])));
  }
  return joined(checker, ExprKind::logical_and, std::move(parts), span);
}

}  // namespace

std::string size_hint(const FtdpChecker& checker, const Expr& left, const Expr& right) {
  const bool first = checker.is(left.type, TypeKind::set) && checker.is(right.type, TypeKind::range);
  const bool second = checker.is(right.type, TypeKind::set) && checker.is(left.type, TypeKind::range);
  if (!first && !second) return {};
  return fmt::format("the number of its elements is `size({})`",
                     checker.source.excerpt(first ? left.span : right.span));
}

Expr check_equality(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  for (const auto& side : syntax.children) {
    if (side.kind == SyntaxExprKind::name && side.name.text == "undefined" &&
        !scope.find("undefined").valid()) {
      const auto& other = &side == syntax.children.data() ? syntax.children[1] : syntax.children[0];
      checker.error(
          syntax.span, "nothing can be compared with `undefined`",
          fmt::format("write `{}({})`", syntax.op == SyntaxOp::not_equal ? "isdefined" : "isundefined",
                      checker.source.excerpt(other.span)));
      return broken(syntax.span);
    }
  }
  auto [left, right] = check_pair(scope, syntax.children[0], syntax.children[1], {});
  if (is_broken(left) || is_broken(right)) return broken(syntax.span, std::move(left), std::move(right));
  if (!unify_for_equality(scope, left, right, syntax.span)) {
    return broken(syntax.span, std::move(left), std::move(right));
  }
  const bool negative = syntax.op == SyntaxOp::not_equal;
  if (!checker.type(left.type).simple()) {
    Expr same = part_wise(checker, left, right, syntax.span);
    return negative ? negation(checker, std::move(same)) : same;
  }
  return node(checker, negative ? ExprKind::not_equal : ExprKind::equal, checker.model.boolean_type,
              syntax.span, std::move(left), std::move(right));
}

}  // namespace quorate
