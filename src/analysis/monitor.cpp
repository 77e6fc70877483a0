// `observe` is executed after every step. If a second execution changes nothing, it can be skipped after a
// step that writes nothing that it reads or writes (docs/soundness.md, Skipping `observe`). That is proved
// of the text for plain assignments whose values and conditions read nothing that `observe` writes, joins x
// := x + E, and first assignments `if isundefined(x) then x := e`; every other form counts as not
// repeatable.
#include "analysis/monitor.hpp"

#include <set>

#include "analysis/variables.hpp"
#include "analysis/walk.hpp"
#include "model/same_expression.hpp"

namespace quorate {

namespace {

// Whether both are the same monitor variable, as a whole.
bool same_variable(const Expr& a, const Expr& b) {
  return a.kind == ExprKind::monitor_variable && b.kind == ExprKind::monitor_variable && a.index == b.index;
}

// Whether `isundefined(place)` is one of the conjuncts of `condition`.
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

// `if ... and isundefined(x) then x := e end`, where neither the other conditions nor e nor x's indices
// read what is written: afterwards x is defined, or e is undefined and a repetition assigns the same again.
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
  // The variable is mentioned by the test and by the target only; their indices read nothing that is
  // written.
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
    // Indices of a target count as variables that are written, so an indexed target is not accepted here.
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
