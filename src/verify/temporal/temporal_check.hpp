// One temporal property of a Model, from its formula to a verdict with a trace.
#pragma once

#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// `model` has the property as its only one. The report's results are the property's and, if the model fails
// on the way, `well-defined`.
CheckReport check_temporal(const Model& model, const CheckOptions& options);

}  // namespace quorate
