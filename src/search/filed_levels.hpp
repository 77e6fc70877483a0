// Breadth-first search with its states in a file (VisitedStates), from where the store has brought it.
#pragma once

#include "search/search_run.hpp"

namespace quorate {

// Explores until the search is over: the run's result says how. `course.levels` must end with the level that
// is to be expanded next. Returns the paths to what was found, and the depth that was reached.
struct FiledSearch {
  std::unique_ptr<PathFinder> paths;
  std::uint64_t depth = 0;
};
FiledSearch explore_filed_levels(const TransitionSystem& system, const SearchOptions& options, SearchRun& run,
                                 BreadthFirstCourse course);

}  // namespace quorate
