// Warnings that both dialects give.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "model/threshold_model.hpp"

namespace quorate {

inline bool has_temporal_operator(const TemporalFormula& formula) {
  switch (formula.kind) {
    case TemporalKind::always:
    case TemporalKind::eventually:
    case TemporalKind::until:
    case TemporalKind::release:
    case TemporalKind::weak_until:
      return true;
    default:
      return std::ranges::any_of(formula.operands, has_temporal_operator);
  }
}

// More often a slip than what was meant.
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
