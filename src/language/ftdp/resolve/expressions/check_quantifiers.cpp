// Quantifiers, comprehensions and `any`. A binder ranges over a type or over a set, whose element type is
// then its domain. Quantifiers that select elements need a domain of at most 62 values. Children are in the
// order of Expr: body, filter, set, default.
#include <fmt/format.h>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

std::string word(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::all:
      return "all";
    case Quantifier::exists:
      return "exists";
    case Quantifier::count:
      return "count";
    case Quantifier::sum:
      return "sum";
    case Quantifier::maximum:
      return "max";
    case Quantifier::minimum:
      return "min";
    case Quantifier::argmax:
      return "argmax";
    case Quantifier::argmin:
      return "argmin";
    case Quantifier::any:
      return "any";
    case Quantifier::comprehension:
      return "{... | ...}";
  }
  return "";
}

bool has_boolean_body(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::all:
    case Quantifier::exists:
    case Quantifier::count:
    case Quantifier::any:
    case Quantifier::comprehension:
      return true;
    default:
      return false;
  }
}

// Whether the result is one of the elements, or a set of them.
bool selects_elements(Quantifier quantifier) {
  return quantifier == Quantifier::argmax || quantifier == Quantifier::argmin ||
         quantifier == Quantifier::any || quantifier == Quantifier::comprehension;
}

TypeId result_type(FtdpChecker& checker, Quantifier quantifier, TypeId element) {
  switch (quantifier) {
    case Quantifier::all:
    case Quantifier::exists:
      return checker.model.boolean_type;
    case Quantifier::argmax:
    case Quantifier::argmin:
    case Quantifier::any:
      return element;
    case Quantifier::comprehension:
      return set_type(checker, element);
    default:
      return checker.model.integer_type;
  }
}

BinderDomain set_domain(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const std::optional<Expr> taken = taken_messages(scope, syntax);
  Expr set = taken ? *taken : check_expression(scope, syntax);
  if (is_broken(set)) return {};
  if (!checker.is(set.type, TypeKind::set)) {
    const std::string text(checker.source.excerpt(syntax.span));
    checker.error(syntax.span,
                  fmt::format("a bound name ranges over a type, a role or a set, but `{}` is {}", text,
                              describe(checker, set.type)),
                  checker.is(set.type, TypeKind::range) ? fmt::format("write `1..{}`", text) : "");
    return {};
  }
  return {checker.type(set.type).element, std::move(set)};
}

// The parts of a quantifier in `syntax.children`: body (missing for a plain `any`), filter, default.
struct Parts {
  const SyntaxExpr* body = nullptr;
  const SyntaxExpr* filter = nullptr;
  const SyntaxExpr* otherwise = nullptr;
};

Parts parts_of(const SyntaxExpr& syntax) {
  Parts parts;
  std::size_t left = syntax.children.size();
  const std::size_t extra = (syntax.has_filter ? 1U : 0U) + (syntax.has_default ? 1U : 0U);
  if (syntax.has_default && left > 0) parts.otherwise = &syntax.children[--left];
  const bool has_body = syntax.children.size() > extra;
  if (syntax.has_filter && left > 0) parts.filter = &syntax.children[--left];
  if (has_body && left > 0) parts.body = syntax.children.data();
  return parts;
}

// The type, the set and the default of a quantifier that has its body and its filter.
Expr finish_quantifier(FtdpScope& scope, Expr expr, std::optional<Expr> set, const SyntaxExpr* otherwise) {
  expr.type = result_type(scope.checker, expr.quantifier, expr.domain_type);
  if (set) {
    expr.has_domain_set = true;
    expr.children.push_back(std::move(*set));
  }
  if (otherwise == nullptr) return expr;
  Expr value = check_expression(scope, *otherwise, expr.type);
  value = convert(scope, std::move(value), expr.type, "what follows `else`");
  const Span span = expr.span;
  if (is_broken(value)) return broken(span, std::move(expr), std::move(value));
  expr.has_default = true;
  expr.children.push_back(std::move(value));
  return expr;
}

// Messages that are taken together have no names and no order, so that nothing may single one out.
bool selects_message(FtdpScope& scope, TypeId domain, Span span) {
  if (!domain.valid() || scope.checker.type(domain).positions == 0) return false;
  scope.checker.error(span, "no single message can be chosen among those that are taken together",
                      "use all, some, count, sum, max or min of their fields");
  return true;
}

}  // namespace

std::optional<Expr> taken_messages(const FtdpScope& scope, const SyntaxExpr& syntax) {
  if (syntax.kind != SyntaxExprKind::name) return {};
  const LocalId local = scope.find(syntax.name.text);
  if (!local.valid()) return {};
  const FtdpChecker& checker = scope.checker;
  const TypeId type = scope.frame[local.index()].type;
  if (!checker.is(type, TypeKind::set) || checker.type(checker.type(type).element).positions == 0) return {};
  return local_value(scope, local, syntax.span);
}

BinderDomain check_domain(FtdpScope& scope, const SyntaxType& syntax) {
  FtdpChecker& checker = scope.checker;
  if (syntax.kind == SyntaxTypeKind::named && !syntax.bounds.empty()) {
    const SyntaxExpr& expr = syntax.bounds[0];
    const bool name = expr.kind == SyntaxExprKind::name;
    const bool names_type =
        name && !scope.find(expr.name.text).valid() && is_type_name(checker, expr.name.text);
    if (!names_type && name && meaning_of(scope, expr.name.text) == NameMeaning::nothing) {
      refuse_natural(checker, resolve_type(checker, syntax), syntax.span, "a name cannot range over the");
      return {};
    }
    if (!names_type) return set_domain(scope, expr);
  }
  const TypeId type = syntax.kind == SyntaxTypeKind::range ? resolve_range(checker, syntax, true)
                                                           : resolve_type(checker, syntax);
  if (type.valid() && !checker.type(type).scalar()) {
    checker.error(syntax.span, fmt::format("a name cannot range over {}", describe(checker, type)),
                  "use a range, an enumeration, a role or a set");
    return {};
  }
  if (refuse_natural(checker, type, syntax.span, "a name cannot range over the")) return {};
  return {type, {}};
}

Expr check_quantifier(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (syntax.domain.size() != 1) return broken(syntax.span);
  FtdpChecker& checker = scope.checker;
  BinderDomain domain = check_domain(scope, syntax.domain[0]);
  const Parts parts = parts_of(syntax);
  const Quantifier quantifier = syntax.quantifier;
  const std::string what = fmt::format("the body of `{}`", word(quantifier));

  Expr expr;
  expr.kind = ExprKind::quantifier;
  expr.span = syntax.span;
  expr.quantifier = quantifier;
  expr.domain_type = domain.type;
  Expr body = boolean(checker, true, syntax.span);
  Expr filter = body;
  {
    const FtdpInnerScope inner(scope);
    expr.local = scope.bind(syntax.bound.text, domain.type);
    if (parts.filter != nullptr) filter = check_boolean(scope, *parts.filter, "what follows `where`");
    if (parts.body != nullptr) {
      body = has_boolean_body(quantifier) ? check_boolean(scope, *parts.body, what)
                                          : check_integer(scope, *parts.body, what);
    }
  }
  if (!domain.type.valid() || is_broken(body) || is_broken(filter)) {
    return broken(syntax.span, std::move(body), std::move(filter));
  }
  if (selects_elements(quantifier) && selects_message(scope, domain.type, syntax.span))
    return broken(syntax.span);
  if (checker.type(domain.type).size() > kMaxSetElements && selects_elements(quantifier)) {
    checker.error(syntax.span, fmt::format("`{}` cannot select among more than {} values", word(quantifier),
                                           kMaxSetElements));
    return broken(syntax.span);
  }
  if (quantifier == Quantifier::any) {
    filter = conjunction(checker, std::move(filter), std::move(body));
    body = boolean(checker, true, syntax.span);
  }
  expr.children.push_back(std::move(body));
  expr.children.push_back(std::move(filter));
  return finish_quantifier(scope, std::move(expr), std::move(domain.set), parts.otherwise);
}

Expr check_any_of(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (syntax.children.empty()) return broken(syntax.span);
  FtdpChecker& checker = scope.checker;
  BinderDomain domain = set_domain(scope, syntax.children[0]);
  if (!domain.type.valid() || selects_message(scope, domain.type, syntax.span)) return broken(syntax.span);
  const FtdpInnerScope inner(scope);
  Expr expr;
  expr.kind = ExprKind::quantifier;
  expr.quantifier = Quantifier::any;
  expr.type = domain.type;
  expr.span = syntax.span;
  expr.domain_type = domain.type;
  expr.local = scope.bind("", domain.type);
  expr.has_domain_set = true;
  expr.children.push_back(boolean(checker, true, syntax.span));
  expr.children.push_back(boolean(checker, true, syntax.span));
  expr.children.push_back(std::move(*domain.set));
  return expr;
}

}  // namespace quorate
