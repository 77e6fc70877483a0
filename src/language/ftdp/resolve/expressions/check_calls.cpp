// Calls: functions of the model, built-in functions, and `role(k)`, the k-th process. Built-in functions
// become nodes of the Model (`max` a conditional, `majority` a division and an addition), so that later
// stages need not know them; an argument that would be evaluated twice is bound by a `let` first.
#include <fmt/format.h>

#include <array>

#include "language/ftdp/resolve/check_statements.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"
#include "language/ftdp/resolve/expressions/check_rounding.hpp"
#include "language/ftdp/resolve/timing/check_detectors.hpp"

namespace quorate {
namespace {

struct Builtin {
  const char* name;
  std::size_t fewest;
  std::size_t most;
  const char* usage;
};

constexpr std::array<Builtin, 10> kBuiltins{{
    {"isundefined", 1, 1, "isundefined(x)"},
    {"isdefined", 1, 1, "isdefined(x)"},
    {"size", 1, 1, "size(S)"},
    {"majority", 1, 1, "majority(n)"},
    {"max", 1, 64, "max(a, b)"},
    {"min", 1, 64, "min(a, b)"},
    {"abs", 1, 1, "abs(a)"},
    {"ceil", 1, 1, "ceil(a / b)"},
    {"floor", 1, 1, "floor(a / b)"},
    {"waiting", 3, 3, "waiting(sender, receiver, KIND(value, ...))"},
}};

const Builtin* find_builtin(const std::string& name) {
  for (const auto& builtin : kBuiltins) {
    if (name == builtin.name) return &builtin;
  }
  return nullptr;
}

Expr is_undefined(const FtdpChecker& checker, Expr place) {
  const Span span = place.span;
  return node(checker, ExprKind::is_undefined, checker.model.boolean_type, span, std::move(place));
}

bool names_role(const FtdpScope& scope, const SyntaxExpr& syntax) {
  return syntax.kind == SyntaxExprKind::index && !syntax.children.empty() &&
         syntax.children[0].kind == SyntaxExprKind::name &&
         meaning_of(scope, syntax.children[0].name.text) == NameMeaning::role;
}

// The variables of `role[i]` without monitor variables.
std::vector<Expr> process_variables(FtdpScope& scope, const Expr& process) {
  std::vector<Expr> places;
  const Role& role = scope.checker.model.role(scope.checker.type(process.type).roles[0]);
  for (const auto& variable : role.variables) {
    if (variable.monitor) continue;
    places.push_back(process_variable(scope, process, {variable.name, process.span}, process.span));
  }
  return places;
}

Expr check_is_undefined(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const SyntaxExpr& argument = syntax.children[0];
  std::vector<Expr> places;
  if (auto message = check_whole_message(scope, argument)) {
    if (message->fields.empty() && !message->kind.valid()) return broken(syntax.span);
    places = std::move(message->fields);
  } else {
    Expr place = check_expression(scope, argument);
    if (is_broken(place)) return place;
    if (names_role(scope, argument)) {
      places = process_variables(scope, place);
    } else if (is_place(place)) {
      places.push_back(std::move(place));
    } else {
      checker.error(
          argument.span,
          fmt::format("the argument of `{}` is a variable or a message's field, not any other value",
                      syntax.name.text));
      return broken(syntax.span);
    }
  }
  for (Expr& place : places) {
    if (is_broken(place)) return broken(syntax.span);
    place = is_undefined(checker, std::move(place));
  }
  return joined(checker, ExprKind::logical_and, std::move(places), syntax.span);
}

Expr larger(FtdpScope& scope, ExprKind comparison, Expr left, Expr right) {
  FtdpChecker& checker = scope.checker;
  const Span span = join(left.span, right.span);
  return with_value(scope, std::move(left), [&](const Expr& a) {
    return with_value(scope, right, [&](const Expr& b) {
      Expr test = node(checker, comparison, checker.model.boolean_type, span, a, b);
      return node(checker, ExprKind::conditional, checker.model.integer_type, span, std::move(test), a, b);
    });
  });
}

Expr check_extremum(FtdpScope& scope, const SyntaxExpr& syntax, ExprKind comparison) {
  Expr result;
  for (std::size_t i = 0; i < syntax.children.size(); ++i) {
    Expr next =
        check_integer(scope, syntax.children[i], fmt::format("an argument of `{}`", syntax.name.text));
    if (is_broken(next)) return next;
    result = i == 0 ? std::move(next) : larger(scope, comparison, std::move(result), std::move(next));
  }
  return result;
}

Expr check_majority(FtdpScope& scope, const SyntaxExpr& syntax) {
  const FtdpChecker& checker = scope.checker;
  const TypeId integer = checker.model.integer_type;
  Expr n = check_integer(scope, syntax.children[0], "the argument of `majority`");
  if (is_broken(n)) return n;
  Expr half =
      node(checker, ExprKind::divide, integer, syntax.span, std::move(n), constant(integer, 2, syntax.span));
  return node(checker, ExprKind::add, integer, syntax.span, std::move(half),
              constant(integer, 1, syntax.span));
}

Expr check_size(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const std::optional<Expr> taken = taken_messages(scope, syntax.children[0]);
  Expr set = taken ? *taken : check_expression(scope, syntax.children[0]);
  if (is_broken(set)) return set;
  if (!checker.is(set.type, TypeKind::set)) {
    checker.error(set.span, fmt::format("the argument of `size` must be a set, but this is {}",
                                        describe(checker, set.type)));
    return broken(syntax.span);
  }
  return node(checker, ExprKind::set_size, checker.model.integer_type, syntax.span, std::move(set));
}

Expr check_abs(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const TypeId integer = checker.model.integer_type;
  Expr value = check_integer(scope, syntax.children[0], "the argument of `abs`");
  if (is_broken(value)) return value;
  return with_value(scope, std::move(value), [&](const Expr& a) {
    Expr test = node(checker, ExprKind::less, checker.model.boolean_type, syntax.span, a,
                     constant(integer, 0, syntax.span));
    Expr minus = node(checker, ExprKind::negate, integer, syntax.span, a);
    return node(checker, ExprKind::conditional, integer, syntax.span, std::move(test), std::move(minus), a);
  });
}

Expr check_builtin(FtdpScope& scope, const SyntaxExpr& syntax, const Builtin& builtin) {
  const std::size_t count = syntax.children.size();
  if (count < builtin.fewest || count > builtin.most) {
    scope.checker.error(
        syntax.span,
        fmt::format("`{}` cannot have {} argument{}", builtin.name, count, count == 1 ? "" : "s"),
        fmt::format("write `{}`", builtin.usage));
    return broken(syntax.span);
  }
  const std::string& name = syntax.name.text;
  if (name == "isundefined") return check_is_undefined(scope, syntax);
  if (name == "isdefined") {
    Expr result = check_is_undefined(scope, syntax);
    return is_broken(result) ? result : negation(scope.checker, std::move(result));
  }
  if (name == "size") return check_size(scope, syntax);
  if (name == "majority") return check_majority(scope, syntax);
  if (name == "max") return check_extremum(scope, syntax, ExprKind::greater_equal);
  if (name == "min") return check_extremum(scope, syntax, ExprKind::less_equal);
  if (name == "abs") return check_abs(scope, syntax);
  if (name == "waiting") return check_waiting(scope, syntax);
  return check_rounding(scope, syntax.children[0], name == "ceil", syntax.span);
}

std::string signature(const FtdpChecker& checker, const Function& function) {
  std::vector<std::string> parameters;
  for (const auto& parameter : function.parameters) {
    parameters.push_back(
        fmt::format("{}: {}", function.frame[parameter.local.index()].name, spell(checker, parameter.type)));
  }
  return fmt::format("{}({})", function.name, fmt::join(parameters, ", "));
}

Expr check_function_call(FtdpScope& scope, const SyntaxExpr& syntax, FunctionId id) {
  FtdpChecker& checker = scope.checker;
  const auto parameters = checker.model.function(id).parameters;
  if (syntax.children.size() != parameters.size()) {
    checker.error(syntax.span,
                  fmt::format("`{}` takes {} argument{}, not {}", syntax.name.text, parameters.size(),
                              parameters.size() == 1 ? "" : "s", syntax.children.size()),
                  fmt::format("it is declared as `{}`", signature(checker, checker.model.function(id))));
    return broken(syntax.span);
  }
  Expr expr;
  expr.kind = ExprKind::call;
  expr.function = id;
  expr.type = checker.model.function(id).result;
  expr.span = syntax.span;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string what = fmt::format("argument {} of `{}`", i + 1, syntax.name.text);
    Expr argument = check_expression(scope, syntax.children[i], parameters[i].type);
    expr.children.push_back(convert(scope, std::move(argument), parameters[i].type, what));
    if (is_broken(expr.children.back())) expr.type = {};
  }
  return expr;
}

Expr unknown_function(FtdpScope& scope, const SyntaxExpr& syntax) {
  std::vector<std::string> known;
  for (const auto& builtin : kBuiltins) known.emplace_back(builtin.name);
  for (const auto& entry : scope.checker.functions) known.push_back(entry.first);
  for (const auto& entry : scope.checker.roles) known.push_back(entry.first);
  const std::string& name = syntax.name.text;
  const std::string otherwise =
      scope.checker.kinds.contains(name)
          ? fmt::format("`{}` is a message: write `send {}(...) to ...`", name, name)
          : fmt::format("declare it with `function {}(...): bool = ...`", name);
  if (!name.empty() && scope.unknown.insert(name).second) {
    scope.checker.error(syntax.name.span, fmt::format("there is no function `{}`", name),
                        suggest(name, known, otherwise));
  }
  return broken(syntax.span);
}

}  // namespace

bool is_builtin(const std::string& name) {
  return find_builtin(name) != nullptr;
}

Expr with_value(FtdpScope& scope, Expr value, const std::function<Expr(const Expr&)>& body) {
  if (is_broken(value) || is_constant(value) || value.kind == ExprKind::local) return body(value);
  const FtdpInnerScope inner(scope);
  Expr expr;
  expr.kind = ExprKind::let;
  expr.span = value.span;
  expr.local = scope.bind("", value.type);
  Expr result = body(local_value(scope, expr.local, value.span));
  expr.type = result.type;
  expr.children.push_back(std::move(value));
  expr.children.push_back(std::move(result));
  return expr;
}

Expr check_call(FtdpScope& scope, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const std::string& name = syntax.name.text;
  const auto function = checker.functions.find(name);
  if (function != checker.functions.end()) return check_function_call(scope, syntax, function->second);
  if (const Builtin* builtin = find_builtin(name)) return check_builtin(scope, syntax, *builtin);
  if (name == "suspects" || (name == "leader" && syntax.children.empty()))
    return check_detector_call(scope, syntax);
  const NameMeaning meaning = meaning_of(scope, name);
  if (meaning != NameMeaning::role && meaning != NameMeaning::group) return unknown_function(scope, syntax);
  if (syntax.children.size() != 1) {
    checker.error(syntax.span, fmt::format("`{}(...)` takes one number", name),
                  fmt::format("`{}(1)` is the first process of {}", name, name));
    return broken(syntax.span);
  }
  const TypeId type = find_type(checker, name);
  Expr number = check_integer(scope, syntax.children[0], fmt::format("the number in `{}(...)`", name));
  return to_index(scope, std::move(number), type, fmt::format("the number in `{}(...)`", name));
}

}  // namespace quorate
