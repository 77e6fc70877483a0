// The checkpoint of one search: its progress at the beginning of the level that is being expanded. States are
// numbered in the order of insertion, so that the states of that moment are a prefix of the store. So it can
// be written at any time, also when a limit or an interruption ends the search in the middle of a level.
#pragma once

#include <string>

#include "search/checkpoints/checkpoints.hpp"

namespace quorate {

class LevelCheckpoint {
 public:
  // checkpoints: null if none are to be written.
  LevelCheckpoint(Checkpoints* checkpoints, SearchIdentity search)
      : checkpoints_(checkpoints), search_(std::move(search)) {}

  [[nodiscard]] const SearchIdentity& search() const { return search_; }
  // To be called before the last level of the course is expanded, while no thread uses the store.
  void begin_level(const BreadthFirstCourse& course, SearchCounts counts, const KeptStates& states);
  // To be called when the search was read from its file.
  void is_written() { written_ = any_written_ = true; }
  // To be called after the tree was changed, which renumbers the parts.
  void store_fitted(const StateStore& store);
  // Writes the checkpoint if one is due.
  void save_if_due(const BreadthFirstCourse& course, const KeptStates& states);
  // Writes the checkpoint if that of the present level is not written yet.
  void save(const BreadthFirstCourse& course, const KeptStates& states);

  // Why the last one could not be written; the one before is still good. Empty: it was written.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  // Whether there is a checkpoint to resume from, of this level or an earlier one.
  [[nodiscard]] bool any_written() const { return any_written_; }

 private:
  Checkpoints* checkpoints_;
  SearchIdentity search_;
  SearchCounts counts_;
  Checkpoints::Extent extent_;
  bool written_ = false;  // the checkpoint of the present level
  bool any_written_ = false;
  std::string problem_;
};

}  // namespace quorate
