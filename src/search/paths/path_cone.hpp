// The path that one thread would have found to what several threads have found.
//
// One thread finds the states of a level in the order of the least sequences of step positions that lead to
// them: by induction, since it expands the level before in that order and takes steps in the order of their
// positions. So the first target that it would meet on a level is at the end of the least sequence that leads
// to any target of the level. That sequence does not depend on how several threads have numbered the states.
// It is found by marking backwards, level by level, the states that lead to a target (the cone), and then
// going forwards from the first marked initial state, each time by the first step to a marked state. That
// costs at most one more exploration, by all threads, and one bit a state, and only if something is violated.
// Rejected: parents in the store (4 bytes a state, and a path that changes from run to run).
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "search/paths/paths.hpp"
#include "search/paths/steps_taken.hpp"

namespace quorate {

class PathCone {
 public:
  // All must outlive this.
  PathCone(const TransitionSystem& system, const StateStore& store, const BreadthFirstCourse& course,
           unsigned threads);

  // Called by several threads, each with StepsTaken of its own.
  using IsTarget = std::function<bool(StepsTaken& steps, StateNumber number)>;
  // From an initial state to the first target of the level, which must exist.
  std::vector<StateNumber> first_path(std::size_t level, const IsTarget& is_target);

 private:
  void mark_level(std::size_t level, const IsTarget& is_marked);
  [[nodiscard]] StateNumber level_end(std::size_t level) const;
  [[nodiscard]] bool marked(StateNumber number) const;

  const StateStore& store_;
  const BreadthFirstCourse& course_;
  std::vector<std::unique_ptr<StepsTaken>> steps_;  // by thread
  std::vector<std::atomic<std::uint64_t>> marks_;   // a bit for each state
};

}  // namespace quorate
