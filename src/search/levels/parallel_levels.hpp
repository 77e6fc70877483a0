// The levels of a breadth-first search, expanded by several threads.
#pragma once

#include "search/levels/level_search.hpp"

namespace quorate {

// An expander with as many threads as the options say, on the run's store, from the last level of the course
// on. Run and course must outlive it.
std::unique_ptr<LevelExpander> expander_by_several(SearchRun& run, BreadthFirstCourse& course);

}  // namespace quorate
