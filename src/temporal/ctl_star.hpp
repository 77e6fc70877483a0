// Does every initial state of a transition system satisfy a CTL* formula, where paths are fair runs? Works on
// the seam, as ltl_check does. Formulas without nested path quantifiers are better checked there, since this
// always explores all states.
#pragma once

#include "temporal/ground_formula.hpp"
#include "temporal/ltl_check.hpp"

namespace quorate {

struct CtlStarCheck {
  GraphProblem problem;
  std::string too_large;
  bool holds = false;  // if answered
  // For the outermost path quantifier: a run that violates it (A, and the formula is violated) or that
  // satisfies it (E, and the formula holds). If the reason is that no run of some kind exists, the lasso is
  // the state from which none begins.
  std::optional<Lasso> lasso;
  bool shows_run = false;  // the lasso is a run, and not only a state
  std::vector<std::vector<std::uint64_t>> way_to_failure;
  Statistics statistics;
  SearchAccount account;  // of the graph's states; every verdict needs all of them
  bool bound_reached = false;

  [[nodiscard]] bool answered() const { return problem.stop == StopReason::finished && too_large.empty(); }
};

// Atom k of the formula is atoms[k].
CtlStarCheck check_ctl_star(const TransitionSystem& system, const GroundFormula& formula,
                            const std::vector<PredicateId>& atoms, const Fairness& fairness,
                            const SearchOptions& options);

}  // namespace quorate
