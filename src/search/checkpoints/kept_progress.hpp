// How far a search has come, as bytes of its checkpoint. Field by field: a structure as it lies in memory has
// gaps, and may have addresses.
#pragma once

#include <string>

#include "search/checkpoints/search_progress.hpp"
#include "store/checkpoint_file.hpp"

namespace quorate {

// How much of a course is to be kept: a beginning of what it is now.
struct CourseExtent {
  std::size_t levels = 0;
  std::size_t marks = 0;
  std::size_t findings = 0;
};

void write_progress(CheckpointOutput& output, const SearchCounts& counts, const BreadthFirstCourse& course,
                    const CourseExtent& extent);
SearchProgress read_progress(CheckpointInput& input);

// Why it cannot be that of a search with so many goals that has stored so many states; empty: it can. All
// numbers that are used as places are looked at.
std::string flaw_of(const SearchProgress& progress, StateNumber states, std::size_t goals);

}  // namespace quorate
