// Depth-first search.
#pragma once

#include "search/search_run.hpp"

namespace quorate {

SearchOutcome search_depth_first(SearchRun& run);

}  // namespace quorate
