// From a temporal property of a Model to a formula over numbered predicates: quantifiers over values are
// expanded, every different state predicate becomes an atom. The predicates travel as properties of a model
// made for the purpose, so that its system knows predicate k as PredicateId(k).
#pragma once

#include <vector>

#include "model/model.hpp"
#include "temporal/ground_formula.hpp"

namespace quorate {

// A justice or compassion assumption, by predicate numbers.
struct GroundFairness {
  std::vector<std::uint32_t> justice;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> compassion;
  bool processes = false;
  bool messages = false;
};

struct GroundProperty {
  Model model;  // its properties are the predicates
  GroundFormula formula;
  std::uint32_t atoms = 0;  // predicates of the formula, which come first
  GroundFairness fairness;
};

// `formula` may be another than the property's, over the same names.
GroundProperty ground(const Model& model, const Property& property, const Formula& formula);

}  // namespace quorate
