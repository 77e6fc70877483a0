#include "faults/hidden_variables.hpp"

#include <algorithm>

#include "model/make_expression.hpp"

namespace quorate {

namespace {

template <typename Wanted>
bool some_variable(const Model& model, const Wanted& wanted) {
  return std::ranges::any_of(model.roles,
                             [&](const Role& role) { return std::ranges::any_of(role.variables, wanted); });
}

}  // namespace

std::int32_t add_hidden_variable(Model& model, RoleId role, const std::string& word, TypeId type, Span span) {
  std::vector<Variable>& variables = model.roles[role.index()].variables;
  Variable variable;
  variable.name = word;
  // Exports need distinct names of variables in a role.
  while (std::ranges::find(variables, variable.name, &Variable::name) != variables.end())
    variable.name += '_';
  variable.type = type;
  variable.initial_value = InitialValue::expression;
  while (model.type(type).kind == TypeKind::array) type = model.type(type).element;
  variable.initial = constant(type, 0, span);
  variable.span = span;
  variable.hidden = true;
  variables.push_back(std::move(variable));
  return static_cast<std::int32_t>(variables.size()) - 1;
}

TypeId add_array_type(Model& model, TypeId index, TypeId element) {
  Type array;
  array.kind = TypeKind::array;
  array.index = index;
  array.element = element;
  model.types.push_back(std::move(array));
  return TypeId(static_cast<std::int64_t>(model.types.size()) - 1);
}

bool has_lowered_rules(const Model& model) {
  return std::ranges::any_of(model.rules, [](const Rule& rule) { return rule.fault || !rule.owed; });
}

bool has_lowered_faults(const Model& model) {
  return has_lowered_rules(model) || some_variable(model, [](const Variable& v) { return v.hidden; });
}

bool looks_at_others(const Model& model) {
  return has_lowered_rules(model) ||
         some_variable(model, [](const Variable& v) { return v.knowledge || v.commitment; });
}

}  // namespace quorate
