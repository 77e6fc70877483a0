// The checkpoint of one search: what it was when the level that is being expanded began. States are numbered
// in the order of their insertion, so that this is a beginning of what the store holds now: it can be written
// at any time, also when a limit or an interruption ends the search in the middle of a level.
#pragma once

#include <string>

#include "search/checkpoints/checkpoints.hpp"

namespace quorate {

class LevelCheckpoint {
 public:
  // Null: nothing is ever written.
  LevelCheckpoint(Checkpoints* checkpoints, SearchIdentity search)
      : checkpoints_(checkpoints), search_(std::move(search)) {}

  [[nodiscard]] const SearchIdentity& search() const { return search_; }
  // The last level of the course is to be expanded now; nobody is inside the store.
  void begin_level(const BreadthFirstCourse& course, SearchCounts counts, const KeptStates& states);
  // It was read from its file.
  void is_written() { written_ = any_written_ = true; }
  // The tree was changed: parts have other numbers.
  void store_fitted(const StateStore& store);
  // If it is time for one.
  void save_if_due(const BreadthFirstCourse& course, const KeptStates& states);
  // If what began last is not written yet.
  void save(const BreadthFirstCourse& course, const KeptStates& states);

  // The last one could not be written, for this reason; the one before is still good. Empty: it could.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  // There is one to go on from, of this level or an earlier one.
  [[nodiscard]] bool any_written() const { return any_written_; }

 private:
  Checkpoints* checkpoints_;
  SearchIdentity search_;
  SearchCounts counts_;
  Checkpoints::Extent extent_;
  bool written_ = false;  // what began last
  bool any_written_ = false;
  std::string problem_;
};

}  // namespace quorate
