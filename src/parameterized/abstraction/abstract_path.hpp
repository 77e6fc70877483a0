// For which parameters might an abstract run be one of an instance? A cheap question that says where to look.
#pragma once

#include <optional>
#include <vector>

#include "parameterized/abstraction/counter_abstraction.hpp"

namespace quorate {

// Parameters with few processes, at most `most_processes`, for which numbers of processes and values of
// shared variables exist that follow the states, each step being made by some number of processes. Not
// everything that a run must be is asked, and nothing is known where there is no answer.
std::optional<std::vector<std::int64_t>> parameters_for_path(const CounterAbstraction& system,
                                                             const std::vector<AbstractState>& states,
                                                             int most_processes);

}  // namespace quorate
