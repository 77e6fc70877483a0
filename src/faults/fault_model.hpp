// The faults of a Model under chosen semantics, as plain values: which processes have a status, which may
// crash, which faults are steps. All back ends read them here; the effect of a status on steps is in
// fault_conditions.hpp.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "model/semantics.hpp"

namespace quorate {

// At most `count` of the processes crash.
struct CrashLine {
  std::int64_t count = 0;
  std::vector<ProcessId> processes;
};

struct FaultModel {
  FaultModel() = default;
  FaultModel(const Model& model, const Semantics& semantics);

  std::vector<bool> has_status;                     // [role]: its processes are not always correct
  std::vector<bool> forges_if_byzantine;            // [process]: its role has no byzantine rules
  std::vector<std::vector<CrashLine>> crash_lines;  // [process]: those that name it; none if implicit
  bool crash_steps = false;                         // crashes are steps, also during a rule's sending
  bool crash_at_receipt = false;                    // crashes are noticed when a message is received
  bool loss_steps = false;
  bool observe_reads_status = false;  // then `observe` also runs after crash steps
};

// Whether crashes, or losses, are possible and are no steps of their own.
bool crashes_implicit(const Model& model, const Semantics& semantics);
bool losses_implicit(const Model& model, const Semantics& semantics);

// The statuses that processes of a role can have, ascending.
std::vector<std::int64_t> possible_statuses(const Model& model, const Semantics& semantics, RoleId role);

}  // namespace quorate
