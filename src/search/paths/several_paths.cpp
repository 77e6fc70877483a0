// Several threads report only that a goal is violated or an error occurs on a level. Here it is decided which
// of the violating states is reported, so that it does not depend on chance: the one that one thread would
// have found first (path_cone). For a model error, the error itself is found again by expanding the last
// state.
#include "search/paths/several_paths.hpp"

#include "search/paths/path_cone.hpp"

namespace quorate {

namespace {

class FoundBySeveral {
 public:
  FoundBySeveral(const SearchTask& task, const StateStore& store) : task_(task), store_(store) {}

  [[nodiscard]] std::vector<StateNumber> path_to_violation(PathCone& cone,
                                                           const BreadthFirstCourse::Finding& finding) const {
    const Goal& goal = task_.goals[finding.goal];
    return cone.first_path(
        finding.level, [&](StepsTaken& steps, StateNumber number) { return violates(goal, steps, number); });
  }

  // The last state of the path is one whose expansion fails, or one in which a predicate fails.
  std::vector<StateNumber> path_to_failure(PathCone& cone, const BreadthFirstCourse::Finding& finding,
                                           const BreadthFirstCourse& course, SearchResult& result) const {
    std::vector<StateNumber> path = cone.first_path(
        finding.level,
        [&](StepsTaken& steps, StateNumber number) { return failure_at(steps, number) != no_state; });
    StepsTaken steps(task_.system, store_, course.levels, course.proviso);
    const StateNumber failing = failure_at(steps, path.back());
    result.failed_in_predicate = !steps.buffer().trouble.failure.failed() || failing != path.back();
    if (failing != path.back()) path.push_back(failing);
    result.failed_state = failing;
    return path;
  }

  [[nodiscard]] StatePath states(const std::vector<StateNumber>& path) const {
    StatePath states;
    for (const StateNumber number : path) {
      states.emplace_back(task_.system.shape().words, 0);
      store_.copy_out(number, states.back().data());
    }
    return states;
  }

 private:
  bool violates(const Goal& goal, StepsTaken& steps, StateNumber number) const {
    if (goal.kind == GoalKind::no_deadlock) {
      if (steps.any(number, [](StateNumber, StateView) { return true; }) || steps.buffer().stopped())
        return false;
      return task_.system.holds(goal.predicate, steps.current(), steps.buffer()) == Truth::no;
    }
    std::vector<std::uint64_t> state(task_.system.shape().words);
    store_.copy_out(number, state.data());
    return task_.system.holds(goal.predicate, state, steps.buffer()) == Truth::no;
  }

  // The state itself if its expansion or its deadlock predicate fails, a target if an invariant's predicate
  // fails there; otherwise no_state.
  StateNumber failure_at(StepsTaken& steps, StateNumber number) const {
    const auto fails = [&](GoalKind kind, StateView state) {
      for (const Goal& goal : task_.goals) {
        if (goal.kind == kind && task_.system.holds(goal.predicate, state, steps.buffer()) == Truth::error)
          return true;
      }
      return false;
    };
    StateNumber failing = no_state;
    bool any_step = false;
    steps.any(number, [&](StateNumber target, StateView state) {
      any_step = true;
      if (fails(GoalKind::invariant, state)) failing = target;
      return failing != no_state;
    });
    if (failing != no_state) return failing;
    if (steps.buffer().trouble.failure.failed()) return number;
    return !any_step && fails(GoalKind::no_deadlock, steps.current()) ? number : no_state;
  }

  SearchTask task_;
  const StateStore& store_;
};

}  // namespace

std::unique_ptr<BreadthFirstPaths> paths_of_several(const SearchTask& task, const StateStore& store,
                                                    BreadthFirstCourse course, unsigned threads,
                                                    SearchResult& result) {
  auto paths = std::make_unique<BreadthFirstPaths>(task.system, store, std::move(course));
  const FoundBySeveral found(task, store);
  PathCone cone(task.system, store, paths->course(), threads);
  for (const auto& finding : paths->course().findings) {
    const std::vector<StateNumber> path = finding.failure
                                              ? found.path_to_failure(cone, finding, paths->course(), result)
                                              : found.path_to_violation(cone, finding);
    if (!finding.failure) result.violations[finding.goal]->state = path.back();
    paths->add(path.back(), found.states(path));
  }
  return paths;
}

}  // namespace quorate
