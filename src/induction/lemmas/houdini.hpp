// The Houdini loop [Flanagan, Leino 2001]: of many candidates those that are inductive together.
//
// A candidate that is violated by a step from a state satisfying all others is removed, until there is
// none. Only the first of a candidate's permuted clauses is asked about, so this is a filter and not a
// proof: the model may be less symmetric than its text. All that is used of the result is proved again by
// induction/lemmas/lemma_selection.
#pragma once

#include <vector>

#include "induction/lemmas/candidates.hpp"
#include "induction/two_states.hpp"

namespace quorate {

// `known` is assumed of every state. Empty if the time is over.
std::vector<FoundLemma> houdini(Unrolling& unrolling, const StateAtoms& atoms, const Terms& known,
                                std::vector<FoundLemma> candidates, const ProofClock& clock);

}  // namespace quorate
