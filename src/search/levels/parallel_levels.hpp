// The levels of a breadth-first search, expanded by several threads.
#pragma once

#include "search/levels/level_search.hpp"

namespace quorate {

// As many threads as the options say, over the run's store, from the last level of the course on. Both must
// outlive this.
std::unique_ptr<LevelExpander> expander_by_several(SearchRun& run, BreadthFirstCourse& course);

}  // namespace quorate
