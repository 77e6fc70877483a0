// Breadth-first search, level by level, with any store, by one thread or several.
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
  // Expands the last level of the course, all of it unless the search is over. Findings go to the run.
  virtual void expand_level(SleepSets* sleep) = 0;
  // The paths to what was found, at the end of the search. Null: they cannot be computed.
  virtual std::unique_ptr<PathFinder> paths(BreadthFirstCourse course) = 0;
};

SearchOutcome search_levels(SearchRun& run);

}  // namespace quorate
