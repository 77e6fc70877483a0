// Between the properties of a model and the engines: lowers faults to variables and rules, in the form that
// is sound for each property. Properties with the same form are given to the engine together.
#pragma once

#include "model/model.hpp"
#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

using CheckOf = CheckReport (*)(const Model&, const CheckOptions&);

// Calls `check` with models whose faults are lowered. A model without such faults is given as it is.
CheckReport check_lowered(const Model& model, const CheckOptions& options, CheckOf check);

}  // namespace quorate
