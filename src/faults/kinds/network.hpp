// Partitions: the `network` line. Links between processes are cut and heal; what is sent over a cut link
// vanishes. docs/semantics.md says what the steps are; docs/soundness/models.md when they may be left out.
#pragma once

#include <string_view>
#include <vector>

#include "faults/fault_kinds.hpp"

namespace quorate {

inline constexpr std::string_view network_word = "network";

// A division in two is a transition of its own: more processes have too many of them.
inline constexpr std::int64_t most_divided_processes = 9;

std::vector<FaultForm> network_forms();
void lower_network(Lowering& to);

}  // namespace quorate
