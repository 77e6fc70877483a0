// The progress of a breadth-first search between two levels, as a checkpoint keeps it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/paths/paths.hpp"
#include "search/statistics.hpp"

namespace quorate {

struct SearchCounts {
  Statistics statistics;
  std::vector<std::optional<Violation>> violations;  // by goal
  bool bound_reached = false;
};

struct SearchProgress {
  BreadthFirstCourse course;
  SearchCounts counts;
};

}  // namespace quorate
