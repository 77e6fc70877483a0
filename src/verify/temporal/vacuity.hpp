// Vacuity [Beer et al. 1997]: stronger formulas that should not hold if a property is meaningful. Each has
// `false` as the conclusion of one of its implications. If one of them holds as well, the property holds
// because of that premise.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

struct Strengthening {
  Formula formula;
  Span premise;
  bool always = false;  // the formula says G (premise => ...): if it holds, the premise never does
};

// One formula for each implication at a place of positive polarity, as a formula or as a state predicate.
std::vector<Strengthening> strengthenings(const Model& model, const Formula& formula);

// The warning that a property also holds as strengthened.
std::string vacuity_text(const std::string& property, const Strengthening& stronger);

}  // namespace quorate
