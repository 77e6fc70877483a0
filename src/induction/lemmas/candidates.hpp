// Candidates for lemmas.
//
// [Bokor 2011] (5.1) sorts lemmas into four classes and says where each comes from. All of its simple forms
// are clauses of one or two literals over the atoms of a state:
//   D   what one process's variables are together (decision defined => phase done)
//   SM  what the environment never does (this message is never in that channel; two copies of it)
//   MF  what a message says about its sender, its receiver or another message (PROMISE(2) in the channel =>
//       the acceptor has promised 2)
//   SV  what variables of several processes are together (i knows j's value 1 => j's value is 1)
// So the candidates are all such clauses that the samples do not refute, but for a few useless forms
// (candidates.cpp), and no heuristic chooses among them; induction/lemmas/houdini keeps those that are
// inductive together. Clauses with more literals (a decision is one of the known values) are found by
// induction/lemmas/clause_learner.
#pragma once

#include <functional>
#include <vector>

#include "induction/lemmas/atom_orbits.hpp"
#include "induction/lemmas/samples.hpp"

namespace quorate {

// One lemma: a clause and its images under permutations of processes.
struct FoundLemma {
  std::vector<Clause> clauses;
  LemmaClass kind = LemmaClass::definition;
};

std::vector<FoundLemma> candidate_lemmas(const StateAtoms& atoms, const AtomOrbits& orbits,
                                         const SampleTable& samples, const std::function<bool()>& over);

}  // namespace quorate
