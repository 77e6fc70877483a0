// Steps with arbitrary numbers (havoc): a condition without them that says whether such a step is possible.
// Needed where the absence of a step matters: a process rests only if no number makes a step possible.
#pragma once

#include "parameterized/automaton/threshold_rules.hpp"

namespace quorate {

struct WithoutNumbers {
  // Where it holds, natural numbers in place of the fresh symbols exist that satisfy what was asked about.
  Condition condition;
  bool exact = true;  // and they exist nowhere else
};

WithoutNumbers some_numbers_satisfy(const Condition& asked);

// Where it holds, the rule is possible with some numbers. Elsewhere that is unknown, unless the rule has no
// arbitrary numbers: then this is its guard.
Condition surely_possible(const ThresholdRule& rule);

}  // namespace quorate
