// Does every fair run of a transition system satisfy an LTL formula? The engine's front door: it knows
// systems, predicates and transitions, and no models, so that every system behind the seam can use it.
//
// For example G (requested -> F granted) under the assumption that the lock is free infinitely often:
//
//   LtlPool pool;
//   const LtlId f = pool.always(pool.implication(pool.atom(0), pool.eventually(pool.atom(1))));
//   Fairness fairness;
//   fairness.justice = {free};
//   const LtlCheck answer = check_ltl(system, {&pool, f, {requested, granted}}, fairness, options);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "temporal/lasso.hpp"

namespace quorate {

struct LtlQuestion {
  LtlPool* pool = nullptr;
  LtlId formula = 0;
  std::vector<PredicateId> atoms;  // atom k of the formula is this predicate
  bool shown = true;               // the lasso will be shown: a short one is looked for
};

struct LtlCheck {
  // stop is `finished` if the answer is known; otherwise the reason why it is not.
  GraphProblem problem;
  std::string too_large;       // an error if the automaton or the assumptions are too large; or empty
  std::optional<Lasso> lasso;  // a fair run that violates the formula; none (and finished): it holds
  // For a failure in a step or a predicate: the path to its state. Empty: it was in the initial states.
  std::vector<std::vector<std::uint64_t>> way_to_failure;
  Statistics statistics;
  SearchAccount account;       // of the product's nodes; "holds" needs it
  bool bound_reached = false;  // a declared channel bound was found full

  [[nodiscard]] bool answered() const { return problem.stop == StopReason::finished && too_large.empty(); }
  [[nodiscard]] bool holds() const { return answered() && !lasso; }
};

// Searches on the fly, depth-first, and ends with the first violation. Of the options the order of search is
// ignored; the limits are obeyed.
LtlCheck check_ltl(const TransitionSystem& system, const LtlQuestion& question, const Fairness& fairness,
                   const SearchOptions& options);

}  // namespace quorate
