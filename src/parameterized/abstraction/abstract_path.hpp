// For which parameters an abstract run may be a run of an instance: a cheap hint where to search.
#pragma once

#include <optional>
#include <vector>

#include "parameterized/abstraction/counter_abstraction.hpp"

namespace quorate {

// Parameters with as few processes as possible, at most `most_processes`, for which numbers of processes
// and values of shared variables follow the states, each step being made by some number of processes. This
// is necessary for a run, not sufficient; no answer says nothing.
std::optional<std::vector<std::int64_t>> parameters_for_path(const CounterAbstraction& system,
                                                             const std::vector<AbstractState>& states,
                                                             int most_processes);

}  // namespace quorate
