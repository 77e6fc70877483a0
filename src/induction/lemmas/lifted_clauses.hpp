// Clauses of a smaller instance, read in a larger one of the same model. A lemma about three processes
// holds there, perhaps, of any three of four: its orbit under permutations is universally quantified. An
// existential statement is not: that a decision is one of the known values is a clause with one literal for
// each process, and needs one more. So each clause is also tried in weaker forms, in which one of its
// processes stands for the new ones as well: a disjunction of the clause and its images, with the new names
// in place of the old one. All of these are candidates; the Houdini loop decides.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

// A clause by the texts of its literals, which can be read in another instance of the same model.
using ClauseText = std::vector<std::string>;

// A role that has more processes than in the smaller instance.
struct GrownRole {
  std::vector<std::string> processes;  // of both instances
  std::vector<std::string> fresh;      // of the larger one only
};
std::vector<GrownRole> grown_roles(const Model& smaller, const Model& larger);

// What was found in a smaller instance.
struct Hints {
  std::vector<ClauseText> needed;     // for its proof
  std::vector<ClauseText> inductive;  // these and others
  std::vector<GrownRole> grown;
};

// The clauses and their weaker forms, without repetition.
std::vector<ClauseText> lifted_clauses(const std::vector<ClauseText>& clauses,
                                       const std::vector<GrownRole>& grown);

}  // namespace quorate
