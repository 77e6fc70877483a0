// A folder of checkpoints: what a breadth-first search needs to go on from the end of a level, one file for
// each search of a check.
#pragma once

#include <chrono>
#include <string>

#include "search/search_progress.hpp"
#include "store/state_store.hpp"

namespace quorate {

class Checkpoints {
 public:
  Checkpoints(std::string folder, double every_seconds)
      : folder_(std::move(folder)), every_(every_seconds), last_(std::chrono::steady_clock::now()) {}

  [[nodiscard]] const std::string& folder() const { return folder_; }
  // How much of a course and of a store is to be kept: a beginning of what they are now.
  struct Extent {
    std::size_t levels = 0;
    std::size_t marks = 0;
    std::size_t findings = 0;
    StateStore::Extent store;
  };
  // Whether the time between two checkpoints is over.
  [[nodiscard]] bool due() const;
  // `search` says which one: the same text is the same search. Nothing is copied:
  // there may be no memory left. Empty, or what went wrong; then the last
  // checkpoint is still good.
  [[nodiscard]] std::string save(const std::string& search, const SearchCounts& counts,
                                 const BreadthFirstCourse& course, const StateStore& store,
                                 const Extent& extent);

  struct Loaded {
    bool found = false;
    std::string error;
  };
  // The store must be new.
  [[nodiscard]] Loaded load(const std::string& search, SearchProgress& progress, StateStore& store) const;

 private:
  [[nodiscard]] std::string file_of(const std::string& search) const;

  std::string folder_;
  double every_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace quorate
