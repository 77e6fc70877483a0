// Strengthened transitions [Bokor 2011, 5.2]: guards that also demand what is true whenever the transition
// can be executed. Runs from unreachable states end earlier, and more claims are inductive.
//
// The dissertation's scheme, made exact: a transition t waits at a control point c (pc = trying), a condition
// of its guard on one variable of its process. The transitions that establish c come before it in the
// sequential plan of the process. An assertion a about a variable that t reads is validated by them if it
// holds whenever they have established c, and is not interfered with if no step falsifies it while c holds.
// All this together is the induction of "c implies a", which the solver is asked for one assertion at a
// time; with the initial states it means that a holds in every reachable state in which t can be executed.
// So the guard may demand it, and the reachable states stay the same. The same question rejects assertions
// that steps of other processes can falsify (ticket[1] = ticket[2] + 1), and keeps weaker ones (ticket[1] >
// 0).
#pragma once

#include <string>
#include <vector>

#include "induction/lemmas/atoms.hpp"
#include "induction/two_states.hpp"

namespace quorate {

struct StrengthenedGuard {
  std::size_t transition = 0;  // in Encoding::transitions
  Literal control;
  Literal assertion;
  std::vector<std::size_t> validated_by;  // transitions that establish the control point
};

std::vector<StrengthenedGuard> strengthened_guards(Unrolling& unrolling, const StateAtoms& atoms,
                                                   const ProofClock& clock, double max_seconds);

}  // namespace quorate
