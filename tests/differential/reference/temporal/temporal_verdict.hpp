// The verdict of a temporal property by the naive reference: its runs, and CTL* by definition on them.
#pragma once

#include <optional>

#include "reference_checker.hpp"

namespace quorate {

// None if there are more states, if it would take too long, or if the model has an error. Losses are steps.
std::optional<bool> temporal_verdict(const Model& model, const Property& property,
                                     ReferenceOptions::Crash crash, std::size_t max_states);

}  // namespace quorate
