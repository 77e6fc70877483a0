// Counterexample-guided refinement of the counter abstraction [Gmeiner 2015, 4.4 and 4.5]: transitions of an
// abstract counterexample that no instance has.
#pragma once

#include <string>
#include <vector>

#include "parameterized/abstraction/counter_abstraction.hpp"

namespace quorate {

// A pattern for each move that could make the transition, if no admissible parameters allow any of them;
// otherwise empty. The invariants are proved.
std::vector<SpuriousPattern> spurious_transition(const CounterAbstraction& system,
                                                 const std::vector<CountingInvariant>& invariants,
                                                 const AbstractState& before, const AbstractState& after);

std::string to_text(const SpuriousPattern& pattern, const CounterAbstraction& system);

}  // namespace quorate
