// Fairness assumptions on the runs of a transition system, at the level of the seam: predicates and
// transitions by number. Runs that break an assumption do not count. A step is "owed" if fairness obliges
// somebody to take it; faults are not. Which steps are owed in a protocol is decided by
// verify/temporal/model_fairness; the systems of the parameterized engine say it themselves.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "system/seam/transition_system.hpp"

namespace quorate {

// If `often` holds infinitely often, then so does `then`.
struct Compassion {
  PredicateId often;
  PredicateId then;
};

// If from some time on a transition of `enabled` always has a step that is owed, then transitions of `taken`
// occur infinitely often.
struct StepJustice {
  std::string name;  // "acceptor[2] keeps taking steps"
  std::vector<TransitionId> enabled;
  std::vector<TransitionId> taken;
};

struct Fairness {
  using InState = std::function<bool(StateView, const StepBuffer&, TransitionId)>;

  std::vector<PredicateId> justice;  // each holds infinitely often
  std::vector<Compassion> compassion;
  std::vector<StepJustice> steps;
  // If a transition of `enabled` has an owed step infinitely often, then transitions of `taken` occur
  // infinitely often.
  std::vector<StepJustice> strong_steps;
  // Transitions whose steps are not owed: faults, losses. A run may stay for ever in a state that has no
  // other steps.
  std::vector<TransitionId> unowed;
  // The same for steps that are owed in some states only; empty: there are none.
  std::function<bool(StateView, TransitionId)> unowed_here;

  // Transitions whose steps a run that counts takes finitely often; they are not owed either.
  std::vector<TransitionId> finitely;
  // The same for steps in some states only, given all steps of the state; empty: there are none.
  InState finitely_here;

  // Whether every run counts.
  [[nodiscard]] bool none() const { return justice.empty() && compassion.empty() && !of_steps(); }
  // Whether it matters by which transition a run goes on.
  [[nodiscard]] bool of_steps() const {
    return !steps.empty() || !strong_steps.empty() || !finitely.empty() || finitely_here;
  }
};

}  // namespace quorate
