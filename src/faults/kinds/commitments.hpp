// Symmetric Byzantine processes (FaultAssumption::symmetric) as ordinary variables and conditions.
#pragma once

#include "model/model.hpp"

namespace quorate {

bool declares_symmetric(const Model& model);

// Takes the word out of the lines, which become lines of Byzantine processes.
Model lower_symmetric(Model model);

}  // namespace quorate
