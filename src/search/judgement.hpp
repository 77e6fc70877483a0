// What the steps of a state mean for a search, and whether a state violates goals: written once, for every
// search. Results are reported to `Findings`: the SearchRun where one thread searches, otherwise the findings
// of each thread on a level.
#pragma once

#include "search/search.hpp"

namespace quorate {

struct SearchTask {
  const TransitionSystem& system;
  const std::vector<Goal>& goals;
};

// Evaluates the open goals of this kind in a state. buffer: scratch space for the predicates.
template <typename Findings>
void check_goals(const SearchTask& task, GoalKind kind, StateView state, StateNumber number,
                 StepBuffer& buffer, Findings& findings) {
  for (std::size_t g = 0; g < task.goals.size(); ++g) {
    if (task.goals[g].kind != kind || findings.closed(g)) continue;
    const Truth truth = task.system.holds(task.goals[g].predicate, state, buffer);
    if (truth == Truth::yes) continue;
    if (truth == Truth::error) {
      findings.failed(buffer.trouble.failure, state, number, true);
    } else {
      findings.violated(g, state, number);
    }
    if (findings.over()) return;
  }
}

// Judges a state whose steps are in the buffer: limits, model errors, deadlocks.
template <typename Findings>
void judge(const SearchTask& task, StateView state, StateNumber number, StepBuffer& buffer,
           Findings& findings) {
  if (buffer.trouble.bound_reached) findings.bound_reached();
  if (buffer.trouble.overflow) {
    findings.overflowed(*buffer.trouble.overflow);
  } else if (buffer.trouble.failure.failed()) {
    findings.failed(buffer.trouble.failure, state, number, false);
  } else if (buffer.trouble.too_many) {
    findings.give_up(StopReason::too_many_steps);
  } else if (buffer.steps() == 0) {
    check_goals(task, GoalKind::no_deadlock, state, number, buffer, findings);
  }
}

}  // namespace quorate
