// Depth-first search without a store, for systems all of whose runs end; the caller must know that they do. A
// state is counted as often as it is visited.
#pragma once

#include <vector>

#include "search/search.hpp"
#include "system/seam/step_choice.hpp"

namespace quorate {

// choice: chooses the steps (dynamic partial-order reduction); null: all are taken. The outcome's store holds
// only the initial states and those that were found.
SearchOutcome search_stateless(const TransitionSystem& system, const std::vector<Goal>& goals,
                               const SearchOptions& options, StepChoice* choice);

}  // namespace quorate
