#include "analysis/monitor.hpp"

#include <algorithm>
#include <set>

#include "analysis/walk.hpp"

namespace quorate {

namespace {

// A variable of a role or a global monitor variable, whichever part of it is meant.
using VariableName = std::pair<std::int32_t, std::int32_t>;  // role or -1, position

std::set<VariableName> variables_read(const Model& model, const Expr& expression) {
  std::set<VariableName> names;
  visit_expressions(model, expression, [&](const Expr& e) {
    if (e.kind == ExprKind::monitor_variable) names.insert({-1, e.index});
    if (e.kind == ExprKind::variable) names.insert({e.role.value, e.index});
  });
  return names;
}

bool disjoint(const std::set<VariableName>& a, const std::set<VariableName>& b) {
  return std::ranges::none_of(a, [&](const auto& name) { return b.contains(name); });
}

// The whole of one global monitor variable of a simple type.
bool same_variable(const Expr& a, const Expr& b) {
  return a.kind == ExprKind::monitor_variable && b.kind == ExprKind::monitor_variable && a.index == b.index;
}

bool assignment_repeatable(const Model& model, const Stmt& statement, const std::set<VariableName>& written) {
  const Expr& value = statement.value;
  if (value.kind == ExprKind::set_union && same_variable(statement.target, value.child(0))) {
    return disjoint(variables_read(model, value.child(1)), written);
  }
  return disjoint(variables_read(model, value), written);
}

}  // namespace

bool observe_is_repeatable(const Model& model) {
  std::set<VariableName> written;
  visit_statements(model.monitor.observe, [&](const Stmt& statement) {
    if (statement.kind != StmtKind::assign && statement.kind != StmtKind::undefine) return;
    for (const auto& name : variables_read(model, statement.target)) written.insert(name);
  });
  bool repeatable = true;
  visit_statements(model.monitor.observe, [&](const Stmt& statement) {
    // Only plain joins and assignments are understood; indices of targets count as reads of what is written
    // there.
    const bool plain_target = statement.target.kind == ExprKind::monitor_variable;
    switch (statement.kind) {
      case StmtKind::assign:
        repeatable = repeatable && plain_target && assignment_repeatable(model, statement, written);
        break;
      case StmtKind::branch:
      case StmtKind::loop:
      case StmtKind::let:
        repeatable = repeatable && disjoint(variables_read(model, statement.value), written);
        break;
      default:
        repeatable = false;
    }
  });
  return repeatable;
}

}  // namespace quorate
