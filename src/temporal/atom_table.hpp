// The predicates that a check evaluates in each state, numbered: those of the formula, then those of the
// fairness assumptions.
#pragma once

#include <vector>

#include "temporal/fairness.hpp"

namespace quorate {

class AtomTable {
 public:
  // The formula's atoms keep their numbers.
  AtomTable(std::vector<PredicateId> atoms, const Fairness& fairness);

  [[nodiscard]] const std::vector<PredicateId>& atoms() const { return atoms_; }
  // An error text if there are more atoms than LtlPool::atom_limit; otherwise empty.
  [[nodiscard]] std::string too_large() const;
  // The atom of a predicate of the fairness assumptions.
  std::uint32_t operator()(PredicateId predicate) const;

 private:
  void add(PredicateId predicate);

  std::vector<PredicateId> atoms_;
};

}  // namespace quorate
