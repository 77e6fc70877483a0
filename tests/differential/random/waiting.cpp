#include "waiting.hpp"

#include "model/make_expression.hpp"

namespace quorate {

namespace {

Expr flag_of(const Model& model, const Rule& rule) {
  const Role& role = model.role(rule.role);
  Expr flag = combined(ExprKind::variable, model.boolean_type, {local_value(rule.self, role.type)});
  flag.role = rule.role;
  flag.index = static_cast<std::int32_t>(role.variables.size()) - 1;
  return flag;
}

void add_flag(Model& model, RoleId id) {
  Role& role = model.roles[id.index()];
  Variable flag;
  flag.name = "open";
  flag.type = model.boolean_type;
  flag.initial_value = InitialValue::expression;
  flag.initial = constant(model.boolean_type, 1);
  role.variables.push_back(std::move(flag));
  Rule shut;
  shut.name = "shut_" + role.name;
  shut.role = id;
  shut.self = LocalId(0);
  shut.frame.push_back({"p", role.type});
  shut.guard = flag_of(model, shut);
  shut.body.push_back(assignment(flag_of(model, shut), constant(model.boolean_type, 0), {}));
  model.rules.push_back(std::move(shut));
}

}  // namespace

Model with_waiting(Model model) {
  if (model.channels.synchronous) return model;
  model.channels.lossy = false;
  model.channels.replacing = false;
  model.channels.bound = 1;
  const std::size_t of_the_text = model.rules.size();
  for (std::size_t r = 0; r < model.roles.size(); ++r) add_flag(model, RoleId(static_cast<std::int64_t>(r)));
  for (std::size_t r = 0; r < of_the_text; ++r) {
    Rule& rule = model.rules[r];
    if (rule.byzantine) continue;  // whose variables can be undefined
    for (Stmt& statement : rule.body) {
      if (statement.kind != StmtKind::send) continue;
      Stmt branch;
      branch.kind = StmtKind::branch;
      branch.span = statement.span;
      branch.value = flag_of(model, rule);
      branch.body.push_back(std::move(statement));
      statement = std::move(branch);
    }
  }
  return model;
}

}  // namespace quorate
