// What reductions will rely on: the facts that the engine states about its transitions must be true of every
// step, and the steps of single transitions must add up to all steps.
#pragma once

#include <string>

#include "comparison.hpp"
#include "model/model.hpp"

namespace quorate {

// Looks at the steps of the first `max_states` states. Empty if nothing contradicts the facts.
std::string wrong_fact(const Model& model, const Setting& setting, std::size_t max_states);

}  // namespace quorate
