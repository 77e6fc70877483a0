// Orbits of clauses under permutations of interchangeable processes. A lemma is found, filtered and
// reported once for its orbit. This is a grouping only: that a permuted clause was proved proves nothing of
// this one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "induction/lemmas/atoms.hpp"

namespace quorate {

// The text with two process names exchanged. A process has one name in all texts of atoms, so the text of
// the image is the image of the text.
std::string exchanged(const std::string& text, const std::string& a, const std::string& b);

class AtomOrbits {
 public:
  AtomOrbits(const StateAtoms& table, const Model& model);

  // The clause and its images, each sorted; in ascending order, so that equal orbits are equal lists.
  [[nodiscard]] std::vector<Clause> orbit(const Clause& clause) const;
  // For each exchange of two neighbouring processes of a role: the image of each atom.
  [[nodiscard]] const std::vector<std::vector<Literal>>& exchanges() const { return exchanges_; }

 private:
  std::vector<std::vector<Literal>> exchanges_;
};

}  // namespace quorate
