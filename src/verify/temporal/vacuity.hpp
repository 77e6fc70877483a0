// Stronger formulas that should not hold if a property means something: each has `false` after one of its
// premises (Beer, Ben-David, Eisner and Rodeh 1997). If a stronger one holds as well, the premise is why.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

struct Strengthening {
  Formula formula;
  Span premise;
  bool always = false;  // the formula says G (premise => ...), so that the premise never holds
};

// One for each implication that stands where making it stronger makes the whole stronger: as a formula, or as
// a state predicate inside one.
std::vector<Strengthening> strengthenings(const Model& model, const Formula& formula);

// How it is said that a property holds as strengthened.
std::string vacuity_text(const std::string& property, const Strengthening& stronger);

}  // namespace quorate
