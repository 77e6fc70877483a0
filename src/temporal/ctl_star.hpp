// Does every initial state of a transition system satisfy a CTL* formula, where paths are fair runs? On the
// seam, as ltl_check. Formulas without nested path quantifiers are better checked there: this looks at every
// state.
#pragma once

#include "temporal/ground_formula.hpp"
#include "temporal/ltl_check.hpp"

namespace quorate {

struct CtlStarCheck {
  GraphProblem problem;
  std::string too_large;
  bool holds = false;  // if answered
  // For the outermost path quantifier: a run that violates it (A, the formula is violated) or that satisfies
  // it (E, the formula holds). If only a state can be shown, because a run is missing, the lasso is this
  // state alone.
  std::optional<Lasso> lasso;
  bool shows_run = false;  // the lasso is a run, and not only a state
  std::vector<std::vector<std::uint64_t>> way_to_failure;
  Statistics statistics;
  SearchAccount account;  // of the states, for any verdict: it takes all of them to know what runs there are
  bool bound_reached = false;

  [[nodiscard]] bool answered() const { return problem.stop == StopReason::finished && too_large.empty(); }
};

// Atom k of the formula is atoms[k].
CtlStarCheck check_ctl_star(const TransitionSystem& system, const GroundFormula& formula,
                            const std::vector<PredicateId>& atoms, const Fairness& fairness,
                            const SearchOptions& options);

}  // namespace quorate
