// Breadth-first search, level by level, over whatever store, by one thread or several.
#pragma once

#include "search/search_run.hpp"

namespace quorate {

// How the states of a level are expanded.
class LevelExpander {
 public:
  LevelExpander() = default;
  LevelExpander(const LevelExpander&) = delete;
  LevelExpander& operator=(const LevelExpander&) = delete;
  virtual ~LevelExpander() = default;

  // The initial states become the first level. False if the search is over already.
  virtual bool start() = 0;
  // The last level of the course, all of it unless the search is over. What is found is told to the run.
  virtual void expand_level(SleepSets* sleep) = 0;
  // To what was found, at the end of the search. Null: it cannot be shown.
  virtual std::unique_ptr<PathFinder> paths(BreadthFirstCourse course) = 0;
};

SearchOutcome search_levels(SearchRun& run);

}  // namespace quorate
