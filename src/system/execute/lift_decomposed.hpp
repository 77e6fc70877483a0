// States and traces of a decomposed model in the names of the original: process k of a part is process k of
// the role it was split from. Place in the flow: between a search of the decomposed model and its report;
// works on descriptions, so that it knows nothing of packing.
#pragma once

#include "analysis/parts/decomposition.hpp"
#include "system/seam/description.hpp"

namespace quorate {

// The messages of an unordered channel in the order of their texts, so that descriptions can be compared.
StateDescription in_canonical_order(StateDescription state, const Channels& channels);

// In canonical order.
StateDescription lift(const Decomposition& decomposition, const Model& original,
                      const StateDescription& state);
TraceDescription lift(const Decomposition& decomposition, const Model& original,
                      const TraceDescription& trace);

}  // namespace quorate
