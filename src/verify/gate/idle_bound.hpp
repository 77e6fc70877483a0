// Bounds of channels that no run reaches. Such a bound has no effect, so that reductions which need unbounded
// channels, such as decomposition, can use the model without it.
#pragma once

#include "model/model.hpp"

namespace quorate {

// Whether the firing bounds show that nobody ever sends into a full channel, with any faults. False if the
// model has no bound.
bool bound_is_idle(const Model& model);

// The model, without its bound if bound_is_idle.
Model without_idle_bound(Model model);

}  // namespace quorate
