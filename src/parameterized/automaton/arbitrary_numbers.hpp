// Steps with arbitrary numbers (havoc): whether there are numbers with which such a step is possible, said as
// a condition without them. Needed where a step's absence matters: a process rests only if no number will do.
#pragma once

#include "parameterized/automaton/threshold_rules.hpp"

namespace quorate {

struct WithoutNumbers {
  // Where it holds, natural numbers in place of the fresh symbols exist that satisfy what was asked about.
  Condition condition;
  bool exact = true;  // and nowhere else do they exist
};

WithoutNumbers some_numbers_satisfy(const Condition& asked);

// Where it holds, the rule is possible with some numbers. Elsewhere it may be possible or not, unless the
// rule has no arbitrary numbers: then this is its guard.
Condition surely_possible(const ThresholdRule& rule);

}  // namespace quorate
