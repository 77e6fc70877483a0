// Crashes with recovery: the faults of lines with the word `down`. docs/semantics.md says what their steps
// are; recovery_forms.cpp decides how much of that a property needs.
#pragma once

#include <string_view>
#include <vector>

#include "faults/fault_kinds.hpp"

namespace quorate {

inline constexpr std::string_view recovery_word = "down";

// Left out; restarts alone; crashes between rules; crashes also in the middle of rules.
std::vector<FaultForm> recovery_forms();

// The process loses its volatile variables and restarts at once. Nobody is ever down.
void lower_restarts(Lowering& to);
// A process goes down between two rules, or at a `sync`.
void lower_crashes_between_rules(Lowering& to);
// A process also goes down while it sends, so that only some of its messages are sent.
void lower_crashes(Lowering& to);

// Whether variables of the role lose their values in a crash.
bool has_volatile_variables(const Role& role);
bool is_volatile(const Variable& variable);
// Null if the role has none.
const Rule* recovery_rule(const Model& model, RoleId role);

}  // namespace quorate
