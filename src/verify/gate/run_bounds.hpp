// What firing bounds (reduction/stubborn) say about all runs of a model. For the gate, which decides before
// there is a system to be searched.
#pragma once

#include <optional>

#include "model/model.hpp"
#include "model/semantics.hpp"

namespace quorate {

struct RunBounds {
  bool runs_end = false;             // every run is finite
  bool channels_never_full = false;  // no process ever sends into a full channel
  bool fit_without_bound = false;    // no channel ever holds more than the limit for unbounded channels
};

// None if the model cannot be executed.
std::optional<RunBounds> find_run_bounds(const Model& model, const Semantics& semantics);
// In the semantics without explicit faults, independent of the properties.
std::optional<RunBounds> find_run_bounds(const Model& model);

}  // namespace quorate
