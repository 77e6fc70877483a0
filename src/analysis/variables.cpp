#include "analysis/variables.hpp"

#include <algorithm>

#include "analysis/walk.hpp"

namespace quorate {

std::set<VariableName> variables_read(const Model& model, const Expr& expression) {
  std::set<VariableName> names;
  visit_expressions(model, expression, [&](const Expr& e) {
    if (e.kind == ExprKind::monitor_variable) names.insert({-1, e.index});
    if (e.kind == ExprKind::variable) names.insert({e.role.value, e.index});
  });
  return names;
}

std::set<VariableName> variables_written(const Model& model, const std::vector<Stmt>& statements) {
  std::set<VariableName> names;
  visit_statements(statements, [&](const Stmt& statement) {
    if (statement.kind == StmtKind::assign || statement.kind == StmtKind::undefine) {
      names.merge(variables_read(model, statement.target));
    } else if (statement.kind == StmtKind::undefine_role) {
      const std::size_t variables = model.role(statement.role).variables.size();
      for (std::size_t v = 0; v < variables; ++v)
        names.insert({statement.role.value, static_cast<std::int32_t>(v)});
    }
  });
  return names;
}

bool disjoint(const std::set<VariableName>& a, const std::set<VariableName>& b) {
  return std::ranges::none_of(a, [&](const VariableName& name) { return b.contains(name); });
}

}  // namespace quorate
