// Duplication of messages: `channels duplicating`. docs/semantics.md says what its steps are; the forms
// decide how much of that a property needs.
#pragma once

#include <string_view>
#include <vector>

#include "faults/fault_kinds.hpp"

namespace quorate {

// The word of the line that check_channels adds to Model::faults. Its numbers are in Model::channels.
inline constexpr std::string_view duplication_word = "duplication";

// Left out; kept messages; steps.
std::vector<FaultForm> duplication_forms();

// Every receipt leaves its messages in their channels, which are sets.
void keep_messages(Model& model);

// Whether a step that is owed leaves its messages, so that it would be owed again and again.
bool owes_repetitions(const Model& model);

}  // namespace quorate
