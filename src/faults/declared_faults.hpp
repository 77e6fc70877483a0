// What a protocol's text says about faults, independent of the semantics: its `faults` lines, initial rules
// and byzantine rules. For the gate, proofs, reductions and exports. Knows nothing of states.
#pragma once

#include <array>
#include <set>
#include <vector>

#include "model/model.hpp"

namespace quorate {

// The processes that a line names, in its order of roles.
std::vector<ProcessId> processes_of(const Model& model, const FaultAssumption& fault);

// The statuses that initial rules may give to processes of a role; all four if a value is not a constant.
class AssignedStatuses {
 public:
  [[nodiscard]] bool any() const;
  [[nodiscard]] bool contains(Status status) const { return there_[static_cast<std::size_t>(status)]; }
  void insert(Status status) { there_[static_cast<std::size_t>(status)] = true; }

 private:
  std::array<bool, 4> there_{};
};
std::vector<AssignedStatuses> assigned_statuses(const Model& model);  // [role]

// Roles some of whose processes may crash, by a line or by an initial rule.
std::set<RoleId> crash_roles(const Model& model);
bool has_crash_faults(const Model& model);

// Roles with byzantine rules, which their Byzantine processes execute: these processes neither forge nor lose
// their state.
std::vector<bool> roles_with_strategy(const Model& model);
// Roles whose processes may have no state: those that may be Byzantine and have no byzantine rules.
std::vector<bool> stateless_roles(const Model& model);

// Roles whose status the property or `observe` reads.
std::set<RoleId> status_read(const Model& model, const Property& property);
// Whether `observe` reads a status, so that it must run after crash steps.
bool observes_status(const Model& model);

}  // namespace quorate
