// Variables of roles, in both notations, and monitor variables; then initial values. An initial value fills
// every scalar of its variable, `any` makes one initial state for each value, `distinct` gives the
// processes of a role different values. Initial values are checked in a step of their own, after functions
// are declared.
#include <fmt/format.h>

#include "language/ftdp/resolve/check_declarations.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {
namespace {

void add_variable(FtdpChecker& checker, std::vector<Variable>& variables, std::map<std::string, Span>& seen,
                  const SyntaxDeclaration& syntax, bool monitor) {
  if (!checker.declare(seen, syntax.name, "the variable")) return;
  if (syntax.name.text == "status" || syntax.name.text == "msg") {
    checker.error(syntax.name.span, fmt::format("a variable cannot be called `{}`", syntax.name.text),
                  syntax.name.text == "msg"
                      ? "`msg` is the message that a rule consumes"
                      : "every process has a predefined `status`: corr, crash, byz or crashed");
  }
  Variable variable;
  variable.name = syntax.name.text;
  variable.type = resolve_storage_type(checker, syntax.type, syntax.name.span);
  variable.monitor = monitor;
  variable.durable = syntax.durable;
  variable.span = syntax.name.span;
  variables.push_back(std::move(variable));
}

void report_global(FtdpChecker& checker, const SyntaxDeclaration& syntax) {
  checker.misplaced.insert(syntax.name.text);
  checker.error(
      syntax.name.span, fmt::format("the variable `{}` belongs to no role", syntax.name.text),
      "processes share nothing but messages: move it into the record of a role (before its `end`), or "
      "into a `monitor` if only properties use it");
}

// The declarations of the record in `array[role] of record ... end`; none if it is something else.
const std::vector<SyntaxDeclaration>* record_fields(const FtdpChecker& checker, const SyntaxType& type) {
  if (type.kind == SyntaxTypeKind::record) return &type.fields;
  if (type.kind != SyntaxTypeKind::named || type.bounds.empty()) return nullptr;
  const auto named = checker.types.find(type.bounds[0].name.text);
  if (named == checker.types.end() || named->second.syntax == nullptr) return nullptr;
  return named->second.syntax->kind == SyntaxTypeKind::record ? &named->second.syntax->fields : nullptr;
}

void declare_role_array(FtdpChecker& checker, const SyntaxDeclaration& syntax) {
  const SyntaxType& type = syntax.type;
  const bool array =
      type.kind == SyntaxTypeKind::array && type.parts.size() == 2 && !type.parts[0].bounds.empty();
  const auto found = array ? checker.roles.find(type.parts[0].bounds[0].name.text) : checker.roles.end();
  const auto* fields = array ? record_fields(checker, type.parts[1]) : nullptr;
  if (found == checker.roles.end() || fields == nullptr) {
    report_global(checker, syntax);
    return;
  }
  Role& role = checker.model.roles[found->second.index()];
  if (role.name != syntax.name.text || !role.variables.empty()) {
    checker.error(syntax.name.span, fmt::format("the role `{}` has its variables already", role.type_name),
                  fmt::format("put `{}` into the record of `{}`", syntax.name.text, role.name));
    checker.misplaced.insert(syntax.name.text);
    return;
  }
  std::map<std::string, Span> seen;
  std::vector<Variable> variables;
  for (const auto& field : *fields) add_variable(checker, variables, seen, field, false);
  checker.model.roles[found->second.index()].variables = std::move(variables);
}

// The value goes to every scalar of the variable, so that it must fit all of them.
void check_fill(FtdpChecker& checker, Variable& variable, const SyntaxExpr& syntax, TypeId type) {
  if (!type.valid()) return;
  const Type& declared = checker.type(type);
  if (declared.kind == TypeKind::array) return check_fill(checker, variable, syntax, declared.element);
  if (declared.kind == TypeKind::record) {
    const auto fields = declared.fields;
    for (const auto& field : fields) check_fill(checker, variable, syntax, field.type);
    return;
  }
  const std::string what = fmt::format("the initial value of `{}`", variable.name);
  const std::string otherwise = "an `init` rule can compute an initial value from variables";
  if (const auto value = constant_value(checker, syntax, type, what, otherwise)) {
    variable.initial = *value;
    variable.initial_value = InitialValue::expression;
  }
}

// `any` makes an initial state for each value of every scalar in the variable.
void refuse_any_natural(FtdpChecker& checker, TypeId id, Span span) {
  if (!id.valid()) return;
  const Type type = checker.type(id);
  if (type.kind == TypeKind::array) refuse_any_natural(checker, type.element, span);
  for (const Field& field : type.fields) refuse_any_natural(checker, field.type, span);
  refuse_natural(checker, id, span, "an initial state cannot be made for each of the");
}

void check_distinct(FtdpChecker& checker, Variable& variable, const SyntaxExpr& syntax, const Role* role) {
  variable.initial_value = InitialValue::distinct;
  if (!variable.type.valid()) return;
  if (role == nullptr) {
    checker.error(syntax.span, "`distinct` needs a variable that every process of a role has");
    return;
  }
  if (!checker.type(variable.type).scalar()) {
    checker.error(syntax.span, fmt::format("`distinct` cannot choose {}", describe(checker, variable.type)),
                  "it is for numbers, enumerations and processes");
    return;
  }
  if (refuse_natural(checker, variable.type, syntax.span, "an initial state cannot be made for each of the"))
    return;
  const std::int64_t values = checker.type(variable.type).size();
  if (values < role->count) {
    checker.error(syntax.span, fmt::format("{} processes of {} cannot have distinct values of {}",
                                           role->count, role->name, spell(checker, variable.type)));
  }
}

void check_initial(FtdpChecker& checker, Variable& variable, const SyntaxDeclaration& syntax,
                   const Role* role) {
  if (!syntax.initial) return;
  const bool word = syntax.initial->kind == SyntaxExprKind::name;
  const std::string& text = syntax.initial->name.text;
  if (word && text == "undefined") return;
  if (word && text == "any") {
    variable.initial_value = InitialValue::any;
    refuse_any_natural(checker, variable.type, syntax.initial->span);
  } else if (word && text == "distinct") {
    check_distinct(checker, variable, *syntax.initial, role);
  } else {
    check_fill(checker, variable, *syntax.initial, variable.type);
  }
}

void check_initials(FtdpChecker& checker, std::vector<Variable>& variables,
                    const std::vector<SyntaxDeclaration>& syntax, const Role* role) {
  for (const auto& declaration : syntax) {
    for (Variable& variable : variables) {
      if (variable.span == declaration.name.span) check_initial(checker, variable, declaration, role);
    }
  }
}

}  // namespace

void declare_variables(FtdpChecker& checker) {
  for (const auto& declaration : checker.syntax.variables) declare_role_array(checker, declaration);
  for (const auto& syntax : checker.syntax.roles) {
    const auto found = checker.roles.find(syntax.name.text);
    if (found == checker.roles.end()) continue;
    if (checker.model.role(found->second).span != syntax.name.span) continue;
    std::map<std::string, Span> seen;
    std::vector<Variable> variables;
    for (const auto& variable : syntax.variables) add_variable(checker, variables, seen, variable, false);
    for (const auto& variable : syntax.monitors) add_variable(checker, variables, seen, variable, true);
    checker.model.roles[found->second.index()].variables = std::move(variables);
  }
  for (const auto& variable : checker.syntax.monitor_variables) {
    if (!checker.declare(checker.declared, variable.name, "the monitor variable")) continue;
    std::map<std::string, Span> seen;
    checker.monitors[variable.name.text] = static_cast<std::int32_t>(checker.model.monitor.variables.size());
    add_variable(checker, checker.model.monitor.variables, seen, variable, true);
  }
}

void check_initial_values(FtdpChecker& checker) {
  for (Role& role : checker.model.roles) {
    for (const auto& array : checker.syntax.variables) {
      if (array.name.text != role.name || array.type.parts.size() != 2) continue;
      if (const auto* fields = record_fields(checker, array.type.parts[1])) {
        check_initials(checker, role.variables, *fields, &role);
      }
    }
    for (const auto& syntax : checker.syntax.roles) {
      if (syntax.name.span != role.span) continue;
      check_initials(checker, role.variables, syntax.variables, &role);
      check_initials(checker, role.variables, syntax.monitors, &role);
    }
  }
  check_initials(checker, checker.model.monitor.variables, checker.syntax.monitor_variables, nullptr);
}

}  // namespace quorate
