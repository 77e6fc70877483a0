// Depth-first search that stores no states: for systems all of whose runs end, which the caller must know.
// States are counted as often as they are visited.
#pragma once

#include <vector>

#include "reduction/dpor.hpp"
#include "search/search.hpp"

namespace quorate {

// dpor: chooses the steps, if not null. The outcome's store holds initial states and what was found.
SearchOutcome search_stateless(const TransitionSystem& system, const std::vector<Goal>& goals,
                               const SearchOptions& options, DporPath* dpor);

}  // namespace quorate
