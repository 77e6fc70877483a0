// Depth-first search that stores no states: for systems all of whose runs end, which the caller must know.
// States are counted as often as they are visited.
#pragma once

#include <vector>

#include "search/search.hpp"
#include "system/seam/step_choice.hpp"

namespace quorate {

// choice: of the steps, if not null. The outcome's store holds initial states and what was found.
SearchOutcome search_stateless(const TransitionSystem& system, const std::vector<Goal>& goals,
                               const SearchOptions& options, StepChoice* choice);

}  // namespace quorate
