// States and traces of a decomposed model, in the names of the original: process k of a part is process k of
// the role that was split. Used between a search of the decomposed model and its report. Works on
// descriptions, so that it knows nothing of packing.
#pragma once

#include "analysis/parts/decomposition.hpp"
#include "system/seam/description.hpp"

namespace quorate {

// Sorts the messages of unordered channels by their texts, so that descriptions can be compared.
StateDescription in_canonical_order(StateDescription state, const Channels& channels);

// States are in canonical order.
StateDescription lift(const Decomposition& decomposition, const Model& original,
                      const StateDescription& state);
TraceDescription lift(const Decomposition& decomposition, const Model& original,
                      const TraceDescription& trace);

}  // namespace quorate
