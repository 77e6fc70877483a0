// path_cone.hpp has the idea. A level is marked by all threads, which expand its states again and ask whether
// a step leads to a marked state of the next level. The walk forwards is done by one thread. Steps are those
// that the search took (StepsTaken), so that a reduced search gets a path of its own reduction.
#include "search/paths/path_cone.hpp"

#include "base/internal_error.hpp"
#include "search/threads/parallel_for.hpp"

namespace quorate {

PathCone::PathCone(const TransitionSystem& system, const StateStore& store, const BreadthFirstCourse& course,
                   unsigned threads)
    : store_(store), course_(course) {
  for (unsigned t = 0; t < threads; ++t) {
    steps_.push_back(std::make_unique<StepsTaken>(system, store, course.levels, course.proviso));
  }
}

StateNumber PathCone::level_end(std::size_t level) const {
  return level + 1 < course_.levels.size() ? course_.levels[level + 1] : store_.size();
}

bool PathCone::marked(StateNumber number) const {
  return number != no_state &&
         ((marks_[number / 64].load(std::memory_order_relaxed) >> (number % 64)) & 1) != 0;
}

void PathCone::mark_level(std::size_t level, const IsTarget& is_marked) {
  parallel_for(static_cast<unsigned>(steps_.size()), course_.levels[level], level_end(level),
               [&](unsigned thread, std::uint64_t n) {
                 const auto number = static_cast<StateNumber>(n);
                 if (!is_marked(*steps_[thread], number)) return;
                 marks_[number / 64].fetch_or(std::uint64_t{1} << (number % 64), std::memory_order_relaxed);
               });
}

std::vector<StateNumber> PathCone::first_path(std::size_t level, const IsTarget& is_target) {
  marks_ = std::vector<std::atomic<std::uint64_t>>(store_.size() / 64 + 1);
  mark_level(level, is_target);
  for (std::size_t l = level; l-- > 0;) {
    const StateNumber end = level_end(l + 1);
    mark_level(l, [&](StepsTaken& steps, StateNumber number) {
      return steps.any(number, [&](StateNumber target, StateView) {
        return target >= course_.levels[l + 1] && target < end && marked(target);
      });
    });
  }
  std::vector<StateNumber> path;
  StateNumber next = 0;
  while (next < level_end(0) && !marked(next)) ++next;
  if (next == level_end(0)) throw InternalError("what was found on a level is not there");
  path.push_back(next);
  for (std::size_t l = 1; l <= level; ++l) {
    steps_[0]->any(path.back(), [&](StateNumber target, StateView) {
      next = target;
      return target >= course_.levels[l] && target < level_end(l) && marked(target);
    });
    path.push_back(next);
  }
  return path;
}

}  // namespace quorate
