// Between the properties of a model and the engines: lowered faults become variables and rules, in the form
// that is sound for each property. Properties that want the same form are given to the engine together.
#pragma once

#include "model/model.hpp"
#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// `engine` gets models without lines of lowered kinds. A model that has none is given as it is.
CheckReport check_lowered(const Model& model, const CheckOptions& options,
                          CheckReport (*engine)(const Model&, const CheckOptions&));

}  // namespace quorate
