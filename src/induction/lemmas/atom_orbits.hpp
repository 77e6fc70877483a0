// Clauses that differ only in which of the interchangeable processes is which. A lemma is found for all of
// them at once and reported once. Only a grouping: nothing is believed because a permuted clause was proved.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "induction/lemmas/atoms.hpp"

namespace quorate {

// The text with two process names exchanged. Names of atoms are made from process names in one way only, so
// that the text of the image is the image of the text.
std::string exchanged(const std::string& text, const std::string& a, const std::string& b);

class AtomOrbits {
 public:
  AtomOrbits(const StateAtoms& table, const Model& model);

  // The clause and its images, each sorted; in ascending order, so that equal orbits are equal lists.
  [[nodiscard]] std::vector<Clause> orbit(const Clause& clause) const;
  // By exchange of two neighbours of a role: what each atom becomes. They generate all permutations.
  [[nodiscard]] const std::vector<std::vector<Literal>>& exchanges() const { return exchanges_; }

 private:
  std::vector<std::vector<Literal>> exchanges_;
};

}  // namespace quorate
