// Which properties a check is about. Place in the flow: between the options and the check; everything after
// it takes a model's properties as they are.
#pragma once

#include <cstddef>
#include <vector>

#include "model/model.hpp"
#include "verify/check_options.hpp"

namespace quorate {

// The model with the properties that the options ask for, and no others; with freedom from deadlock if they
// ask for it and the model does not.
Model with_wanted_properties(const Model& model, const CheckOptions& options);

// The model with some of its properties, by position.
Model with_properties(const Model& model, const std::vector<std::size_t>& chosen);

}  // namespace quorate
