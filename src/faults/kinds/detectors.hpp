// Failure detectors [Chandra and Toueg 1996]: what they answer to the guards of rules. A step chooses the
// answers, and nothing of a detector is a part of the state. docs/semantics.md says which answers there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "faults/fault_kinds.hpp"

namespace quorate {

inline constexpr std::string_view detector_word = "detector";

// Any answer; or the answers split into those that stay and those that a run that counts gives finitely
// often.
std::vector<FaultForm> detector_forms();

// Why the questions of the guard have no answers that let the step happen most easily; empty: they have.
std::string against_questions(const Rule& rule);

// The processes each of which may become the leader in the end; none if no detector names a leader.
std::vector<ProcessId> possible_leaders(const Model& model);
// The model in which this process becomes the leader: every fairness assumption says that it does not crash,
// unless all processes that could be the leader do.
Model with_leader(Model model, ProcessId leader);

// The roles whose status guards read: those of perfect detectors, once they are lowered.
std::vector<RoleId> roles_watched_by_guards(const Model& model);
// Whether a rule of the model, which is lowered, depends on who has crashed.
bool guards_see_crashes(const Model& model);

}  // namespace quorate
