// Warnings that both dialects give.
#pragma once

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "model/threshold_model.hpp"

namespace quorate {

// A property without a temporal operator is more often a slip than intended.
template <typename PropertyText>
void warn_of_initial_states(const TemporalFormula& formula, const PropertyText& property,
                            Diagnostics& diagnostics) {
  if (has_temporal_operator(formula)) return;
  diagnostics.warning(
      property.span,
      fmt::format("{} has no temporal operator: it speaks of the initial states only", property.name),
      "for every reachable state write [](...)");
}

}  // namespace quorate
