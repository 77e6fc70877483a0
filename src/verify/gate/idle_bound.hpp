// A declared bound on channels that no run ever comes to. It means nothing then, and must not cost anything:
// what channels with bounds cannot do, decomposition for one, is done with the model without it.
#pragma once

#include "model/model.hpp"

namespace quorate {

// Whether the firing bounds show that nobody ever sends into a full channel, whatever faults there are.
// False if the model has no bound.
bool bound_is_idle(const Model& model);

// The same model, without its bound if that is idle.
Model without_idle_bound(Model model);

}  // namespace quorate
