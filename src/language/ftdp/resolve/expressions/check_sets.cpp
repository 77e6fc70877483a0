// The type of a set literal comes from its context, or else from its elements: the smallest range that
// covers them, or the largest of their scalar types. `x in {a, b}` needs no set type: it becomes a
// disjunction. The two sets of an operator are widened to one type.
#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

// The range that covers the elements' ranges.
TypeId covering_range(FtdpChecker& checker, const std::vector<Expr>& elements) {
  std::int64_t low = INT64_MAX;
  std::int64_t high = INT64_MIN;
  for (const Expr& element : elements) {
    const Type& type = checker.type(element.type);
    low = std::min(low, is_constant(element) ? element.value : type.low);
    high = std::max(high, is_constant(element) ? element.value : type.high);
  }
  std::int64_t distance = 0;
  if (__builtin_sub_overflow(high, low, &distance) || distance >= kMaxSetElements) return {};
  return range_type(checker, low, high);
}

// The element type of a literal without an expected type; invalid if the elements do not determine it.
TypeId element_type(FtdpChecker& checker, const std::vector<Expr>& elements) {
  if (elements.empty()) return {};
  if (checker.is(elements[0].type, TypeKind::range)) {
    const bool numbers =
        std::ranges::all_of(elements, [&](const Expr& e) { return checker.is(e.type, TypeKind::range); });
    return numbers ? covering_range(checker, elements) : TypeId{};
  }
  TypeId type = elements[0].type;
  for (const Expr& element : elements) {
    const bool scalars = checker.type(type).scalar() && checker.type(element.type).scalar();
    if (scalars && covers(checker, element.type, type)) type = element.type;
    if (!scalars || !covers(checker, type, element.type)) return {};
  }
  return type;
}

Expr typed_literal(FtdpScope& scope, std::vector<Expr> elements, TypeId type, Span span) {
  FtdpChecker& checker = scope.checker;
  const TypeId element = checker.type(type).element;
  for (Expr& child : elements) {
    child = convert(scope, std::move(child), element, "an element of this set");
    if (is_broken(child)) return broken(span);
  }
  return make(checker, ExprKind::set_literal, type, span, std::move(elements));
}

// x in {a, b}: x = a or x = b, so that the set need not have a type.
Expr in_literal(FtdpScope& scope, const SyntaxExpr& set, Expr element, Span span) {
  FtdpChecker& checker = scope.checker;
  return with_value(scope, std::move(element), [&](const Expr& value) {
    const bool number = checker.is(value.type, TypeKind::range);
    const TypeId target = number ? checker.model.integer_type : value.type;
    std::vector<Expr> parts;
    for (const auto& child : set.children) {
      Expr other = check_expression(scope, child, value.type);
      other = convert(scope, std::move(other), target, "an element of this set");
      if (is_broken(other)) return broken(span);
      parts.push_back(
          node(checker, ExprKind::equal, checker.model.boolean_type, span, value, std::move(other)));
    }
    return joined(checker, ExprKind::logical_or, std::move(parts), span);
  });
}

Expr check_member_of_set(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const SyntaxExpr& right = syntax.children[1];
  if (right.kind == SyntaxExprKind::set_literal && !needs_context(scope, syntax.children[0])) {
    Expr element = check_expression(scope, syntax.children[0]);
    if (is_broken(element)) return element;
    if (checker.type(element.type).simple()) return in_literal(scope, right, std::move(element), syntax.span);
    checker.error(element.span, fmt::format("{} cannot be in a set", describe(checker, element.type)));
    return broken(syntax.span);
  }
  Expr set = check_expression(scope, right);
  if (is_broken(set)) return set;
  if (!checker.is(set.type, TypeKind::set)) {
    checker.error(set.span, fmt::format("what follows `in` must be a set, but this is {}",
                                        describe(checker, set.type)));
    return broken(syntax.span);
  }
  const TypeId wanted = checker.type(set.type).element;
  Expr element = check_expression(scope, syntax.children[0], wanted);
  if (is_broken(element)) return element;
  if (checker.is(wanted, TypeKind::range)) {
    element = to_integer(scope, std::move(element), "what precedes `in`");
  } else {
    element = convert(scope, std::move(element), wanted, "what precedes `in`");
  }
  if (is_broken(element)) return element;
  return node(checker, ExprKind::member, checker.model.boolean_type, syntax.span, std::move(element),
              std::move(set));
}

}  // namespace

Expr check_set_literal(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected) {
  FtdpChecker& checker = scope.checker;
  const bool known = checker.is(expected, TypeKind::set);
  const TypeId wanted = known ? checker.type(expected).element : TypeId{};
  std::vector<Expr> elements;
  bool wrong = false;
  for (const auto& child : syntax.children) {
    const TypeId hint = known || elements.empty() ? wanted : elements.front().type;
    elements.push_back(check_expression(scope, child, hint));
    wrong = wrong || is_broken(elements.back());
  }
  if (wrong) return broken(syntax.span);
  if (known) return typed_literal(scope, std::move(elements), expected, syntax.span);
  const TypeId element = element_type(checker, elements);
  if (!element.valid() || checker.type(element).size() > kMaxSetElements) {
    checker.error(syntax.span, "it is not clear what this is a set of",
                  "assign it to a variable of a set type, or compare it with one");
    return broken(syntax.span);
  }
  return typed_literal(scope, std::move(elements), set_type(checker, element), syntax.span);
}

Expr check_set_operator(FtdpScope& scope, const SyntaxExpr& syntax, ExprKind kind, Expr left, Expr right) {
  FtdpChecker& checker = scope.checker;
  if (is_broken(left) || is_broken(right)) return broken(syntax.span, std::move(left), std::move(right));
  if (!checker.is(right.type, TypeKind::set)) {
    const TypeId target = checker.is(left.type, TypeKind::set) ? left.type : TypeId{};
    if (target.valid()) {
      convert(scope, std::move(right), target, "what is combined with a set");
    } else {
      checker.error(right.span,
                    fmt::format("this must be a set, but it is {}", describe(checker, right.type)));
    }
    return broken(syntax.span);
  }
  if (!checker.is(left.type, TypeKind::set)) {
    convert(scope, std::move(left), right.type, "what is combined with a set");
    return broken(syntax.span);
  }
  if (!unify_sets(scope, left, right, syntax.span)) return broken(syntax.span);
  const TypeId type = kind == ExprKind::subset ? checker.model.boolean_type : left.type;
  return node(checker, kind, type, syntax.span, std::move(left), std::move(right));
}

Expr check_membership(FtdpScope& scope, const SyntaxExpr& syntax) {
  Expr result = check_member_of_set(scope, syntax);
  if (is_broken(result) || syntax.op == SyntaxOp::in) return result;
  return negation(scope.checker, std::move(result));
}

}  // namespace quorate
