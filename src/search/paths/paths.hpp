// The paths to the states that a search found. The store has no parents: a path is only needed for a
// violation and is then computed with little work, which saves 4 bytes a state.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "base/internal_error.hpp"
#include "store/state_store.hpp"
#include "store/visited_states.hpp"
#include "system/seam/lift.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

class PathFinder {
 public:
  PathFinder() = default;
  PathFinder(const PathFinder&) = delete;
  PathFinder& operator=(const PathFinder&) = delete;
  virtual ~PathFinder() = default;
  // From an initial state to this one, which the search must have reported. Empty if the stored states cannot
  // be read any more.
  [[nodiscard]] virtual StatePath path_to(StateNumber last) = 0;
};

// For searches that have the path at hand when they find something.
class KnownPaths final : public PathFinder {
 public:
  void add(StateNumber last, StatePath path) { paths_.emplace(last, std::move(path)); }
  [[nodiscard]] bool has(StateNumber last) const { return paths_.contains(last); }
  [[nodiscard]] StatePath path_to(StateNumber last) override { return paths_.at(last); }

 private:
  std::map<StateNumber, StatePath> paths_;
};

// What a breadth-first search notes while it runs, so that paths can be computed later.
struct BreadthFirstCourse {
  static constexpr StateNumber interval = 64;

  std::vector<StateNumber> levels;  // first state of each level, and the end of the last that was expanded
  std::vector<StateNumber> marks;   // [k]: how many states there were when state k * interval was expanded
  bool proviso = false;
  // From some level on several threads gave the numbers, in any order within a level, and there are no marks.
  bool by_several = false;

  // One thread expands states in the order of their numbers, and the parent of a state is the first state
  // with a step to it: the marks give the block of `interval` states that contains it. leads(number): whether
  // this state has a step to the child.
  template <typename Leads>
  [[nodiscard]] StateNumber parent_of(StateNumber child, const Leads& leads) const {
    const auto after = std::ranges::upper_bound(marks, child);
    const auto block = static_cast<StateNumber>(after - marks.begin()) - 1;
    for (StateNumber parent = block * interval; parent < child; ++parent) {
      if (leads(parent)) return parent;
    }
    throw InternalError("a stored state has no predecessor");
  }

  // A finding of several threads, whose path is computed at the end.
  struct Finding {
    std::uint64_t level = 0;  // of the violating states, or of those that fail or lead to a failing predicate
    std::uint64_t goal = 0;
    bool failure = false;  // a model error; then `goal` means nothing
  };
  std::vector<Finding> findings;
};

// Computes paths by the marks of the course; those to findings of several threads were added before.
class BreadthFirstPaths final : public PathFinder {
 public:
  BreadthFirstPaths(const TransitionSystem& system, const StateStore& store, BreadthFirstCourse course)
      : system_(system), store_(store), course_(std::move(course)) {}
  void add(StateNumber last, StatePath path) { known_.add(last, std::move(path)); }
  [[nodiscard]] const BreadthFirstCourse& course() const { return course_; }
  [[nodiscard]] StatePath path_to(StateNumber last) override;

 private:
  const TransitionSystem& system_;
  const StateStore& store_;
  BreadthFirstCourse course_;
  KnownPaths known_;
};

// The same for states in a file. Their set does not know their numbers, so that whole states are compared.
class FiledPaths final : public PathFinder {
 public:
  FiledPaths(const TransitionSystem& system, std::unique_ptr<VisitedStates> states, BreadthFirstCourse course)
      : system_(system),
        states_(std::move(states)),
        course_(std::move(course)),
        buffer_(system.shape().words) {}
  // Empty if the file cannot be read any more.
  [[nodiscard]] StatePath path_to(StateNumber last) override;

 private:
  struct FileFailed {};
  void read(StateNumber number);
  StateNumber parent_of(StateNumber number, const std::vector<std::uint64_t>& child);
  bool leads_to(const std::vector<std::uint64_t>& child);

  const TransitionSystem& system_;
  std::unique_ptr<VisitedStates> states_;
  BreadthFirstCourse course_;
  StepBuffer buffer_;
  StateStore::Folded folded_;
};

}  // namespace quorate
