// From a temporal property of a Model to a formula over numbered predicates: quantifiers over values are
// expanded, and every distinct state predicate becomes an atom. The predicates are made the properties of a
// copy of the model, so that its system knows predicate k as PredicateId(k).
#pragma once

#include <vector>

#include "model/model.hpp"
#include "temporal/ground_formula.hpp"

namespace quorate {

// A fairness assumption, with predicates by number.
struct GroundFairness {
  std::vector<std::uint32_t> justice;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> compassion;
  bool processes = false;
  bool messages = false;
  std::vector<std::size_t> weak_rules;  // positions among the rules of the model
  std::vector<std::size_t> strong_rules;

  // Whether it is about the steps of single processes.
  [[nodiscard]] bool of_steps() const {
    return processes || messages || !weak_rules.empty() || !strong_rules.empty();
  }
};

struct GroundProperty {
  Model model;  // its properties are the predicates
  GroundFormula formula;
  std::uint32_t atoms = 0;  // the number of predicates of the formula, which come before those of fairness
  GroundFairness fairness;
};

// formula: the property's, or another one over the same names.
GroundProperty ground(const Model& model, const Property& property, const Formula& formula);

}  // namespace quorate
