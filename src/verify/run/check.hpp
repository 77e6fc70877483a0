// Checks the properties of a model by searches: plans, groups of properties that share a search, searches,
// traces. Temporal formulas belong to verify/temporal/, and decomposition to check_decomposed.
#pragma once

#include "model/model.hpp"
#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// Checks the properties that the options ask for.
CheckReport check(const Model& model, const CheckOptions& options);
// Checks all properties of the model, which is not copied.
CheckReport check_properties(const Model& model, const CheckOptions& options);

}  // namespace quorate
