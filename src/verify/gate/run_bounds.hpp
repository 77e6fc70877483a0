// What firing bounds (reduction/stubborn) say of all runs of a model, for the gate: it asks before there is a
// system to be searched.
#pragma once

#include <optional>

#include "model/model.hpp"
#include "model/semantics.hpp"

namespace quorate {

struct RunBounds {
  bool runs_end = false;             // every run is finite
  bool channels_never_full = false;  // nobody ever sends into a channel that is full to its declared bound
  bool fit_without_bound = false;    // no channel ever holds more than one without a bound may
};

// None if the model cannot be executed.
std::optional<RunBounds> find_run_bounds(const Model& model, const Semantics& semantics);
// In the semantics without faults, and whatever the properties are.
std::optional<RunBounds> find_run_bounds(const Model& model);

}  // namespace quorate
