// What a run must be like to violate a property of a threshold algorithm, ready for the temporal engine: the
// negated formula over predicates, and the fairness that the author assumes. The same for instances and for
// abstractions.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "parameterized/automaton/threshold_rules.hpp"
#include "temporal/ltl_check.hpp"

namespace quorate {

// Runs that begin in a state where `begins` holds and reach one where `bad` holds.
struct BadPrefix {
  Condition begins;
  Condition bad;
};

// Predicates occur without negation in the formula of a violation: a system that knows only whether a
// condition can hold may answer yes too often and still loses no violation.
struct ViolationQuestion {
  std::vector<Condition>
      predicates;  // maximal subformulas without temporal operators, over counts and variables
  LtlPool pool;
  LtlId formula = 0;                // asked: no run violates it; its atoms are the predicates
  Fairness fairness;                // justice: predicates
  bool fair = false;                // fairness was assumed
  std::optional<BadPrefix> prefix;  // of safety properties of the usual forms: what violates them

  [[nodiscard]] LtlQuestion question();
};

// At fixed parameters only the formula named `fairness` is assumed; for all parameters every one whose name
// begins with it.
enum class FairnessUse { exact_name, all };

// A safety property (negations pushed inwards, no <> and no U) is asked without fairness. `prefix` is set
// for p, []q, p -> []q and p || []q, with p and q without temporal operators.
std::unique_ptr<ViolationQuestion> violation_question(const RuleSystem& rules,
                                                      const ThresholdProperty& property, FairnessUse use);

}  // namespace quorate
