// From a lasso of the searched system to a trace: it is lifted to the unreduced system, executed again step
// by step, and evaluated again by the definition of the logic. A lasso that fails any of these is an internal
// error.
#pragma once

#include <string>

#include "system/seam/lift.hpp"
#include "temporal/ground_formula.hpp"
#include "temporal/lasso.hpp"

namespace quorate {

// Lifts a lasso of representatives to the unreduced system. After one round of the loop processes may be
// permuted, so that the loop is followed until a state is repeated. None if it cannot be followed.
std::optional<Lasso> lifted_lasso(const TransitionSystem& unreduced, const Representative& representative,
                                  const Fairness& fairness, const Lasso& lasso);

struct LassoReplay {
  TraceDescription trace;
  std::string mismatch;  // empty: the lasso is a run
};

// fairness: determines where a run may idle.
LassoReplay replay_lasso(const TransitionSystem& system, const Fairness& fairness, const Lasso& lasso);

// Whether the run satisfies the formula, which has no path quantifiers; atom k is PredicateId(k).
bool satisfies(const TransitionSystem& system, const Lasso& lasso, const GroundFormula& formula);
// Whether no run that begins in the state satisfies the formula, as far as the state alone shows it.
bool refuted_by(const TransitionSystem& system, StateView state, const GroundFormula& formula);

// The name of an assumption that the run breaks, or empty.
std::string broken_assumption(const TransitionSystem& system, const Lasso& lasso, const Fairness& fairness);

}  // namespace quorate
