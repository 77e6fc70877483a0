#include "analysis/monitor.hpp"

#include <set>

#include "analysis/variables.hpp"
#include "analysis/walk.hpp"
#include "model/same_expression.hpp"

namespace quorate {

namespace {

// The whole of one global monitor variable of a simple type.
bool same_variable(const Expr& a, const Expr& b) {
  return a.kind == ExprKind::monitor_variable && b.kind == ExprKind::monitor_variable && a.index == b.index;
}

// The place whose being undefined is one of the conditions that `condition` joins with `and`, if its value is
// among those.
bool needs_undefined(const Expr& condition, const Expr& place) {
  if (condition.kind == ExprKind::logical_and) {
    return needs_undefined(condition.child(0), place) || needs_undefined(condition.child(1), place);
  }
  return condition.kind == ExprKind::is_undefined && same_place(condition.child(0), place);
}

bool assignment_repeatable(const Model& model, const Stmt& statement, const std::set<VariableName>& written) {
  const Expr& value = statement.value;
  if (value.kind == ExprKind::set_union && same_variable(statement.target, value.child(0))) {
    return disjoint(variables_read(model, value.child(1)), written);
  }
  return disjoint(variables_read(model, value), written);
}

// `if ... and isundefined(x) then x := e end`, where neither the other conditions nor e nor x's indices read
// what is written: afterwards x is defined, or e is undefined and the repetition assigns the same again.
bool is_first_assignment(const Model& model, const Stmt& branch, const std::set<VariableName>& written) {
  if (branch.kind != StmtKind::branch || branch.body.size() != 1 || !branch.else_body.empty()) return false;
  const Stmt& assignment = branch.body.front();
  if (assignment.kind != StmtKind::assign || !model.type(assignment.target.type).simple()) return false;
  if (!needs_undefined(branch.value, assignment.target)) return false;
  const Expr& root = place_root(assignment.target);
  if (root.kind != ExprKind::monitor_variable) return false;
  if (!disjoint(variables_read(model, assignment.value), written)) return false;
  std::set<VariableName> others = written;
  others.erase({-1, root.index});
  if (!disjoint(variables_read(model, branch.value), others)) return false;
  // The variable itself is read by the test of the place only, and its indices read nothing written.
  int mentions = 0;
  const auto count = [&](const Expr& e) { mentions += same_variable(e, root) ? 1 : 0; };
  visit_expressions(model, branch.value, count);
  visit_expressions(model, assignment.target, count);
  return mentions == 2;
}

}  // namespace

bool observe_is_repeatable(const Model& model) {
  const std::set<VariableName> written = variables_written(model, model.monitor.observe);
  bool repeatable = true;
  std::set<const Stmt*> understood;
  visit_statements(model.monitor.observe, [&](const Stmt& statement) {
    if (understood.contains(&statement)) return;
    if (is_first_assignment(model, statement, written)) {
      understood.insert(&statement.body.front());
      return;
    }
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
