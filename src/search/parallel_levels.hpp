// Breadth-first search by several threads, level by level, from where one thread has brought it.
#pragma once

#include "search/search_run.hpp"

namespace quorate {

// Explores until the search is over: the run's result says how. `course.levels` must end with the level that
// is to be expanded next, and is continued. Returns the paths to what was found; null: there is no memory for
// them, and nothing is said to be found.
std::unique_ptr<BreadthFirstPaths> explore_levels(const TransitionSystem& system,
                                                  const std::vector<Goal>& goals,
                                                  const SearchOptions& options, unsigned threads,
                                                  SearchRun& run, BreadthFirstCourse course);

}  // namespace quorate
