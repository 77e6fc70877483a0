// The Houdini loop (Flanagan, Leino): of many candidates those that are inductive together.
//
// A candidate that a step from a state satisfying all others refutes is removed, until none is. First one
// question is about all candidates at once, as long as it is answered quickly: each answer refutes many.
// Whether none is refuted is a harder question, and is asked of one candidate after the other; which others
// an answer needed is remembered, so that it is asked again only when one of these is removed. Of a
// candidate's permuted clauses only the first is asked about.
//
// So this is a filter, not a proof: the model may be less symmetric than it looks. What is used of the result
// is shown again, all of it, by induction/lemmas/lemma_selection.
#pragma once

#include <vector>

#include "induction/lemmas/candidates.hpp"
#include "induction/two_states.hpp"

namespace quorate {

// Relative to what `known` says of every state. Empty if the time is over.
std::vector<FoundLemma> houdini(Unrolling& unrolling, const StateAtoms& atoms, const Terms& known,
                                std::vector<FoundLemma> candidates, const ProofClock& clock);

}  // namespace quorate
