// Facts are read off the text. Where an initial rule assigns a status that is no constant, every status is
// possible.
#include "faults/declared_faults.hpp"

#include <algorithm>

#include "analysis/walk.hpp"

namespace quorate {

std::vector<ProcessId> processes_of(const Model& model, const FaultAssumption& fault) {
  std::vector<ProcessId> processes;
  for (const RoleId role : fault.roles) {
    for (const auto p : model.values_of(model.role(role).type)) processes.emplace_back(p);
  }
  return processes;
}

bool AssignedStatuses::any() const {
  return std::ranges::find(there_, true) != there_.end();
}

std::vector<AssignedStatuses> assigned_statuses(const Model& model) {
  std::vector<AssignedStatuses> roles(model.roles.size());
  for (const InitialRule& rule : model.initial_rules) {
    visit_statements(rule.body, [&](const Stmt& statement) {
      if (statement.kind != StmtKind::assign || statement.target.kind != ExprKind::status) return;
      AssignedStatuses& role = roles[statement.target.role.index()];
      for (const Status status : {Status::correct, Status::crash, Status::byzantine, Status::crashed}) {
        const bool other = statement.value.kind == ExprKind::constant &&
                           statement.value.value != static_cast<std::int64_t>(status);
        if (!other) role.insert(status);
      }
    });
  }
  return roles;
}

std::set<RoleId> crash_roles(const Model& model) {
  std::set<RoleId> roles;
  const auto assigned = assigned_statuses(model);
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    const RoleId role(static_cast<std::int64_t>(r));
    const bool marked = assigned[r].contains(Status::crash) || assigned[r].contains(Status::crashed);
    if (marked || declares(model, FaultKind::crash, role)) roles.insert(role);
  }
  return roles;
}

bool has_crash_faults(const Model& model) {
  return !crash_roles(model).empty();
}

std::vector<bool> roles_with_strategy(const Model& model) {
  std::vector<bool> roles(model.roles.size(), false);
  for (const Rule& rule : model.rules) {
    if (rule.byzantine) roles[rule.role.index()] = true;
  }
  return roles;
}

std::vector<bool> stateless_roles(const Model& model) {
  std::vector<bool> roles = roles_with_strategy(model);
  const auto assigned = assigned_statuses(model);
  for (std::size_t r = 0; r < roles.size(); ++r) {
    const bool faulty =
        assigned[r].any() || declares(model, FaultKind::byzantine, RoleId(static_cast<std::int64_t>(r)));
    roles[r] = faulty && !roles[r];
  }
  return roles;
}

std::set<RoleId> status_read(const Model& model, const Property& property) {
  std::set<RoleId> roles;
  const auto note = [&](const Expr& expression) {
    if (expression.kind == ExprKind::status) roles.insert(expression.role);
  };
  if (property.kind == PropertyKind::temporal) {
    visit_expressions(model, property.formula, note);
  } else {
    visit_expressions(model, property.predicate, note);
  }
  visit_expressions(model, model.monitor.observe, note);
  return roles;
}

bool observes_status(const Model& model) {
  bool reads = false;
  visit_expressions(model, model.monitor.observe,
                    [&](const Expr& expression) { reads = reads || expression.kind == ExprKind::status; });
  return reads;
}

}  // namespace quorate
