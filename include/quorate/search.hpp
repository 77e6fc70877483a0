// The searches of Quorate for systems of your own. To use them:
//
//   1. Implement quorate::TransitionSystem: six methods. A state is a fixed number of 64-bit words; what
//      its bits mean is up to you. The methods are const; with several threads they are called at the same
//      time.
//   2. Name the predicates of the system that must hold, in every state or in every state without a step,
//      as goals (quorate::Goal).
//   3. Call quorate::search(system, goals, options). By default it is breadth-first, in one thread, and
//      exact.
//
// The outcome says why the search ended (StopReason) and which goals are violated. Only a search that is
// `finished` without a violation has visited every reachable state. path_to gives the states from an initial
// state to a state that violates a goal; breadth-first there is no shorter path.
//
// Link quorate::search. examples/outside in the source tree is a small project that does all this.
#pragma once

#include "search/search.hpp"                  // IWYU pragma: export
#include "system/seam/transition_system.hpp"  // IWYU pragma: export
