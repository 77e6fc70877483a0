// Selects the properties of a check, between the options and the check; everything after it takes the model's
// properties as they are.
#pragma once

#include <cstddef>
#include <vector>

#include "model/model.hpp"
#include "verify/check_options.hpp"

namespace quorate {

// The model with only the properties that the options ask for; freedom from deadlock is added if they ask for
// it and the model does not declare it.
Model with_wanted_properties(const Model& model, const CheckOptions& options);

// The model with the properties at these positions only.
Model with_properties(const Model& model, const std::vector<std::size_t>& chosen);

}  // namespace quorate
