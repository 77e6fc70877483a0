// One function for each kind of target type, each of which either returns a value of that type or reports.
// A number becomes a process only where a role is indexed; elsewhere a constant is allowed and anything
// else is reported with the explicit form. A set is widened by a comprehension over the larger element
// type.
#include "language/ftdp/resolve/expressions/check_conversions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

// The value itself without a type, since its parts are still checked for locality.
Expr mismatch(FtdpScope& scope, Expr value, TypeId target, const std::string& what,
              const std::string& hint = {}) {
  FtdpChecker& checker = scope.checker;
  checker.error(value.span,
                fmt::format("{} must be {}, but this is {}", what, describe(checker, target),
                            describe(checker, value.type)),
                hint);
  value.type = {};
  return value;
}

Expr ordinal(FtdpScope& scope, Expr process) {
  const Span span = process.span;
  return node(scope.checker, ExprKind::ordinal, scope.checker.model.integer_type, span, std::move(process));
}

Expr to_range(FtdpScope& scope, Expr value, TypeId target, const std::string& what) {
  FtdpChecker& checker = scope.checker;
  if (checker.is(value.type, TypeKind::process)) value = ordinal(scope, std::move(value));
  if (!checker.is(value.type, TypeKind::range)) return mismatch(scope, std::move(value), target, what);
  if (value.kind != ExprKind::constant) return value;
  const Type& range = checker.type(target);
  if (value.value < range.low || value.value > range.high) {
    if (target == checker.model.integer_type) {
      checker.error(value.span, fmt::format("the number {} is too large", value.value),
                    fmt::format("numbers go from {} to {}", range.low, range.high));
      return broken(value.span);
    }
    checker.error(value.span,
                  fmt::format("{} must be {}, but this is {}", what, describe(checker, target), value.value));
    return broken(value.span);
  }
  return constant(target, value.value, value.span);
}

Expr process_of(FtdpScope& scope, Expr number, TypeId target) {
  FtdpChecker& checker = scope.checker;
  const Span span = number.span;
  Expr result = node(checker, ExprKind::process_of, target, span, std::move(number));
  if (result.kind == ExprKind::process_of && is_constant(result.child(0))) {
    const std::size_t count = checker.model.values_of(target).size();
    checker.error(span,
                  fmt::format("there is no process {} of {}: it has {} process{}", result.child(0).value,
                              spell(checker, target), count, count == 1 ? "" : "es"),
                  "processes are numbered from 1");
    return broken(span);
  }
  return result;
}

Expr to_process(FtdpScope& scope, Expr value, TypeId target, const std::string& what, bool any_integer) {
  FtdpChecker& checker = scope.checker;
  if (checker.is(value.type, TypeKind::range) && (any_integer || is_constant(value))) {
    return process_of(scope, std::move(value), target);
  }
  if (checker.is(value.type, TypeKind::range)) {
    return mismatch(
        scope, value, target, what,
        fmt::format("`{}(e)` is the e-th process of {}", spell(checker, target), spell(checker, target)));
  }
  if (!checker.is(value.type, TypeKind::process) || !share_role(checker, value.type, target)) {
    return mismatch(scope, std::move(value), target, what);
  }
  if (any_integer && !covers(checker, target, value.type)) {
    return mismatch(scope, std::move(value), target, what, "it may be a process of another role");
  }
  return value;
}

// {x: target's elements | x in value}
Expr widened(FtdpScope& scope, Expr value, TypeId target) {
  FtdpChecker& checker = scope.checker;
  const FtdpInnerScope inner(scope);
  const Span span = value.span;
  const TypeId element = checker.type(target).element;
  Expr result;
  result.kind = ExprKind::quantifier;
  result.quantifier = Quantifier::comprehension;
  result.type = target;
  result.span = span;
  result.domain_type = element;
  result.local = scope.bind("", element);
  result.children.push_back(node(checker, ExprKind::member, checker.model.boolean_type, span,
                                 local_value(scope, result.local, span), std::move(value)));
  result.children.push_back(boolean(checker, true, span));
  return result;
}

Expr to_set(FtdpScope& scope, Expr value, TypeId target, const std::string& what) {
  FtdpChecker& checker = scope.checker;
  if (!checker.is(value.type, TypeKind::set)) {
    const TypeId element = checker.type(target).element;
    const bool forgot_braces = same_type(checker, value.type, element);
    const std::string hint =
        forgot_braces ? fmt::format("write `{{{}}}`", checker.source.excerpt(value.span)) : "";
    return mismatch(scope, std::move(value), target, what, hint);
  }
  const TypeId from = checker.type(value.type).element;
  const TypeId to = checker.type(target).element;
  if (same_type(checker, value.type, target)) return value;
  if (!covers(checker, to, from)) return mismatch(scope, std::move(value), target, what);
  if (!is_constant(value)) return widened(scope, std::move(value), target);
  const Type& wide = checker.type(to);
  const Type& narrow = checker.type(from);
  const bool small = value.value == 0 || (narrow.low >= wide.low && narrow.high <= wide.high);
  if (!small) return mismatch(scope, std::move(value), target, what);
  return constant(target, value.value == 0 ? 0 : value.value << (narrow.low - wide.low), value.span);
}

Expr convert_as(FtdpScope& scope, Expr value, TypeId target, const std::string& what, bool as_index) {
  FtdpChecker& checker = scope.checker;
  if (is_broken(value)) return value;
  if (!target.valid()) {
    value.type = {};
    return value;
  }
  if (value.kind == ExprKind::undefined) {
    value.type = target;
    return value;
  }
  switch (checker.type(target).kind) {
    case TypeKind::range:
      return to_range(scope, std::move(value), target, what);
    case TypeKind::process:
      return to_process(scope, std::move(value), target, what, as_index);
    case TypeKind::set:
      return to_set(scope, std::move(value), target, what);
    default:
      if (same_type(checker, value.type, target)) return value;
      return mismatch(scope, std::move(value), target, what);
  }
}

}  // namespace

Expr convert(FtdpScope& scope, Expr value, TypeId target, const std::string& what) {
  return convert_as(scope, std::move(value), target, what, false);
}

Expr to_index(FtdpScope& scope, Expr value, TypeId target, const std::string& what) {
  return convert_as(scope, std::move(value), target, what, true);
}

Expr to_integer(FtdpScope& scope, Expr value, const std::string& what) {
  return convert(scope, std::move(value), scope.checker.model.integer_type, what);
}

Expr to_boolean(FtdpScope& scope, Expr value, const std::string& what) {
  return convert(scope, std::move(value), scope.checker.model.boolean_type, what);
}

bool unify_sets(FtdpScope& scope, Expr& left, Expr& right, Span span) {
  FtdpChecker& checker = scope.checker;
  if (is_broken(left) || is_broken(right)) return false;
  if (same_type(checker, left.type, right.type)) return true;
  const TypeId a = checker.type(left.type).element;
  const TypeId b = checker.type(right.type).element;
  if (covers(checker, a, b)) {
    right = convert(scope, std::move(right), left.type, "the right set");
  } else if (covers(checker, b, a)) {
    left = convert(scope, std::move(left), right.type, "the left set");
  } else {
    checker.error(span,
                  fmt::format("{} and {} cannot be combined", describe(checker, left.type),
                              describe(checker, right.type)),
                  "declare both as sets of the same type");
    return false;
  }
  return !is_broken(left) && !is_broken(right);
}

}  // namespace quorate
