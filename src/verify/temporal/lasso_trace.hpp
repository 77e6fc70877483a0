// From a lasso of a searched system to a trace that a person can read: lifted out of a symmetric system if
// necessary, executed again step by step, and judged once more, by definition. A lasso that does not pass is
// an error of the program.
#pragma once

#include <string>

#include "system/seam/lift.hpp"
#include "temporal/ground_formula.hpp"
#include "temporal/lasso.hpp"

namespace quorate {

// A lasso of representatives as one of the unreduced system: round the loop the processes may come back
// permuted, so that it is followed until a state comes again. Nothing if it cannot be followed.
std::optional<Lasso> lifted_lasso(const TransitionSystem& unreduced, const Representative& representative,
                                  const Fairness& fairness, const Lasso& lasso);

struct LassoReplay {
  TraceDescription trace;
  std::string mismatch;  // empty: the lasso is a run
};

// `fairness` says where a run may idle.
LassoReplay replay_lasso(const TransitionSystem& system, const Fairness& fairness, const Lasso& lasso);

// Whether the run satisfies the formula, which has no path quantifiers; atom k is PredicateId(k).
bool satisfies(const TransitionSystem& system, const Lasso& lasso, const GroundFormula& formula);

// The assumption that the run breaks, or empty.
std::string broken_assumption(const TransitionSystem& system, const Lasso& lasso, const Fairness& fairness);

}  // namespace quorate
