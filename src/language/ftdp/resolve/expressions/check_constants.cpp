// Parameters get their values before everything else, those given on the command line first: a default may
// be an expression over a parameter that only the command line defines. A constant is an expression that
// folds to a value; otherwise the innermost operator that failed is named.
#include "language/ftdp/resolve/expressions/check_constants.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/check_usage.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"

namespace quorate {
namespace {

// The innermost operator with constant operands that has no value.
const Expr* failing_part(const Expr& expr) {
  for (const Expr& child : expr.children) {
    if (const Expr* part = failing_part(child)) return part;
  }
  const bool operands = !expr.children.empty() && std::ranges::all_of(expr.children, is_constant);
  return operands && expr.kind != ExprKind::call && expr.kind != ExprKind::quantifier ? &expr : nullptr;
}

void report_not_constant(FtdpChecker& checker, const Expr& value, const std::string& what) {
  const Expr* part = failing_part(value);
  if (part == nullptr) {
    checker.error(value.span, fmt::format("{} must be a constant", what), "use numbers and parameters only");
    return;
  }
  const bool division = part->kind == ExprKind::divide || part->kind == ExprKind::modulo ||
                        part->kind == ExprKind::ceiling_divide;
  checker.error(part->span,
                division && part->child(1).value == 0 ? "this divides by zero" : "this number is too large");
}

void add_declared_parameter(FtdpChecker& checker, const SyntaxParameterDeclaration& syntax,
                            const ParameterValues& values) {
  if (!checker.declare(checker.declared, syntax.name, "the parameter")) return;
  ParameterEntry entry;
  entry.known = false;
  if (syntax.value) {
    if (const auto value = constant_value(checker, *syntax.value, {}, "the value of a parameter")) {
      entry.known = true;
      entry.value = value->value;
      entry.boolean = checker.is(value->type, TypeKind::boolean);
      if (!entry.boolean && !checker.is(value->type, TypeKind::range)) {
        checker.error(syntax.value->span, "the value of a parameter must be a number, true or false");
        entry.known = false;
      }
    }
  }
  const auto given = values.find(syntax.name.text);
  if (given != values.end()) {
    entry.known = true;
    entry.value = given->second;
    if (entry.boolean && entry.value != 0 && entry.value != 1) {
      checker.error({}, fmt::format("the parameter `{}` is a boolean: its value must be 0 or 1, not {}",
                                    syntax.name.text, entry.value));
    }
  } else if (!syntax.value) {
    checker.error(syntax.name.span, fmt::format("the parameter `{}` has no value", syntax.name.text),
                  fmt::format("write `{} := 2`, or give its value with `--set {}=2`", syntax.name.text,
                              syntax.name.text));
  }
  checker.parameters[syntax.name.text] = entry;
  checker.model.parameters.push_back({syntax.name.text, entry.value});
}

void report_unknown_parameter(FtdpChecker& checker, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& parameter : checker.model.parameters) known.push_back(parameter.name);
  const std::string all =
      known.empty() ? "the model has no parameters" : fmt::format("its parameters are {}", list_words(known));
  const Span heading = checker.syntax.name ? checker.syntax.name->span : Span{};
  checker.error(heading, fmt::format("a value is given for `{}`, but the model has no such parameter", name),
                suggest(name, known, all));
}

}  // namespace

void gather_parameters(FtdpChecker& checker, const ParameterValues& values) {
  const NameUsage usage = collect_names(checker.syntax);
  std::vector<std::string> unknown;
  // Before the declared ones: a default may use a name that only the values define.
  for (const auto& [name, value] : values) {
    if (usage.declared.contains(name)) continue;
    if (!usage.used.contains(name)) {
      unknown.push_back(name);
      continue;
    }
    checker.parameters[name] = {value, false, true};
    checker.model.parameters.push_back({name, value});
  }
  for (const auto& parameter : checker.syntax.parameters) add_declared_parameter(checker, parameter, values);
  for (const auto& entry : values) {
    const bool other = usage.declared.contains(entry.first) && !checker.parameters.contains(entry.first);
    if (other) unknown.push_back(entry.first);
  }
  for (const auto& name : unknown) report_unknown_parameter(checker, name);
}

std::optional<Expr> constant_value(FtdpChecker& checker, const SyntaxExpr& syntax, TypeId expected,
                                   const std::string& what, const std::string& otherwise) {
  FtdpScope scope(checker, BodyKind::constant);
  scope.otherwise = otherwise;
  Expr value = check_expression(scope, syntax, expected);
  if (expected.valid()) value = convert(scope, std::move(value), expected, what);
  if (is_broken(value)) return {};
  if (is_constant(value)) return value;
  report_not_constant(checker, value, what);
  return {};
}

std::optional<std::int64_t> constant_integer(FtdpChecker& checker, const SyntaxExpr& syntax,
                                             const std::string& what) {
  const auto value = constant_value(checker, syntax, checker.model.integer_type, what);
  if (!value) return {};
  return value->value;
}

}  // namespace quorate
