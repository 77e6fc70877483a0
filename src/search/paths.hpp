// How a search came to the states it found. Stored states have no parents: a path is only needed for a
// violation, and is then found with little work, so that 4 bytes a state would be wasted.
#pragma once

#include <map>
#include <vector>

#include "reduction/lift.hpp"
#include "search/state_store.hpp"
#include "system/transition_system.hpp"

namespace quorate {

class PathFinder {
 public:
  PathFinder() = default;
  PathFinder(const PathFinder&) = delete;
  PathFinder& operator=(const PathFinder&) = delete;
  virtual ~PathFinder() = default;
  // From an initial state to this one, which the search must have reported.
  [[nodiscard]] virtual StatePath path_to(StateNumber last) = 0;
};

// Of searches that have the path at hand when they find something.
class KnownPaths final : public PathFinder {
 public:
  void add(StateNumber last, StatePath path) { paths_.try_emplace(last, std::move(path)); }
  [[nodiscard]] StatePath path_to(StateNumber last) override { return paths_.at(last); }

 private:
  std::map<StateNumber, StatePath> paths_;
};

// What a breadth-first search by one thread remembers of its course.
struct BreadthFirstCourse {
  static constexpr StateNumber interval = 64;

  std::vector<StateNumber> levels;  // first state of each level
  std::vector<StateNumber> marks;   // [k]: how many states there were when state k * interval was expanded
  bool proviso = false;
};

// States are expanded in the order of their numbers, and each was found by the first that leads to it: the
// marks say which `interval` states that one is among.
class BreadthFirstPaths final : public PathFinder {
 public:
  BreadthFirstPaths(const TransitionSystem& system, const StateStore& store, BreadthFirstCourse course);
  [[nodiscard]] StatePath path_to(StateNumber last) override;

 private:
  [[nodiscard]] StateNumber parent_of(StateNumber child);
  // Whether the search has taken a step from there to wanted_.
  [[nodiscard]] bool leads_to_wanted(StateNumber parent);

  const TransitionSystem& system_;
  const StateStore& store_;
  BreadthFirstCourse course_;
  StepBuffer buffer_;
  std::vector<std::uint64_t> wanted_;
  std::vector<std::uint64_t> current_;
};

}  // namespace quorate
