// A folder of checkpoints: what a breadth-first search needs to go on from the end of a level, one file for
// each search of a check.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/shape.hpp"
#include "search/checkpoints/kept_progress.hpp"
#include "search/store_kind.hpp"
#include "store/state_store.hpp"
#include "store/visited_states.hpp"

namespace quorate {

// What must be equal in the search that wrote a checkpoint and the one that reads it. Otherwise the bytes
// would be misread.
struct SearchIdentity {
  std::string name;  // the same text is the same search
  std::size_t goals = 0;
  StoreKind store = StoreKind::tree;
  Shape shape;
};

// Where the states of a search are.
struct KeptStates {
  const StateStore& store;
  VisitedStates* filed = nullptr;  // null: all are in the store
};

class Checkpoints {
 public:
  Checkpoints(std::string folder, double every_seconds)
      : folder_(std::move(folder)), every_(every_seconds), last_(std::chrono::steady_clock::now()) {}

  [[nodiscard]] const std::string& folder() const { return folder_; }
  // How much of the course and of the store is written: a prefix of what they are now.
  struct Extent {
    CourseExtent course;
    StateStore::Extent store;
    StateNumber filed = 0;
  };
  // Whether the time for the next checkpoint has come.
  [[nodiscard]] bool due() const;
  // Writes without copies, since memory may be short. Returns an empty text, or the error; after an error the
  // last checkpoint is still good.
  [[nodiscard]] std::string save(const SearchIdentity& search, const SearchCounts& counts,
                                 const BreadthFirstCourse& course, const KeptStates& states,
                                 const Extent& extent);

  struct Loaded {
    bool found = false;
    std::string error;
  };
  // The store must be new. filed(): makes the set of states in a file, from what the store knows; called if
  // the checkpoint has one. Nothing is taken from a checkpoint before it is known that its search has the
  // same identity.
  [[nodiscard]] Loaded load(const SearchIdentity& search, SearchProgress& progress, StateStore& store,
                            const std::function<VisitedStates*()>& filed) const;

 private:
  [[nodiscard]] std::string file_of(const std::string& search) const;

  std::string folder_;
  double every_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace quorate
