#include "faults/fault_model.hpp"

#include "faults/declared_faults.hpp"

namespace quorate {

FaultModel::FaultModel(const Model& model, const Semantics& semantics)
    : crash_steps(semantics.crash == CrashModel::explicit_),
      crash_at_receipt(semantics.crash == CrashModel::receipt),
      loss_steps(model.channels.lossy && semantics.loss == LossModel::explicit_),
      observe_reads_status(observes_status(model)) {
  for (const AssignedStatuses& assigned : assigned_statuses(model)) has_status.push_back(assigned.any());
  const auto strategy = roles_with_strategy(model);
  for (std::int64_t p = 0; p < model.process_count(); ++p)
    forges_if_byzantine.push_back(!strategy[model.role_of(ProcessId(p)).index()]);
  crash_lines.resize(forges_if_byzantine.size());
  for (const FaultAssumption& fault : model.faults) {
    if (fault.kind == FaultKind::lowered) continue;
    if (fault.kind == FaultKind::crash && semantics.crash == CrashModel::implicit_) continue;
    for (const RoleId role : fault.roles) has_status[role.index()] = true;
    if (fault.kind != FaultKind::crash) continue;
    const CrashLine line{fault.count, processes_of(model, fault)};
    for (const ProcessId p : line.processes) crash_lines[p.index()].push_back(line);
  }
}

bool crashes_implicit(const Model& model, const Semantics& semantics) {
  return semantics.crash == CrashModel::implicit_ && has_crash_faults(model);
}

bool losses_implicit(const Model& model, const Semantics& semantics) {
  return model.channels.lossy && semantics.loss == LossModel::implicit_;
}

std::vector<std::int64_t> possible_statuses(const Model& model, const Semantics& semantics, RoleId role) {
  if (assigned_statuses(model)[role.index()].any()) return model.values_of(model.status_type);
  std::vector<std::int64_t> statuses{static_cast<std::int64_t>(Status::correct)};
  if (declares(model, FaultKind::byzantine, role))
    statuses.push_back(static_cast<std::int64_t>(Status::byzantine));
  if (semantics.crash == CrashModel::explicit_ && declares(model, FaultKind::crash, role))
    statuses.push_back(static_cast<std::int64_t>(Status::crashed));
  return statuses;
}

}  // namespace quorate
