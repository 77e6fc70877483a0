// The progress of a search as bytes of its checkpoint. It is written field by field, since structures in
// memory have padding and may hold addresses.
#pragma once

#include <string>

#include "search/checkpoints/search_progress.hpp"
#include "store/checkpoint_file.hpp"

namespace quorate {

// How much of a course is written: a prefix of what it is now.
struct CourseExtent {
  std::size_t levels = 0;
  std::size_t marks = 0;
  std::size_t findings = 0;
};

void write_progress(CheckpointOutput& output, const SearchCounts& counts, const BreadthFirstCourse& course,
                    const CourseExtent& extent);
SearchProgress read_progress(CheckpointInput& input);

// Why this cannot be the progress of a search with so many goals and so many stored states; empty: it can be.
// Checks every number that is used as an index.
std::string flaw_of(const SearchProgress& progress, StateNumber states, std::size_t goals);

}  // namespace quorate
