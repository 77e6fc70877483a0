// One temporal property of a Model, from its formula to a verdict with a trace.
#pragma once

#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// `model` must have the property as its only one. The report has a result for the property, and one for
// `well-defined` if there is a model error.
CheckReport check_temporal(const Model& model, const CheckOptions& options);

}  // namespace quorate
