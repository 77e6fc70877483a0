// One model and its properties by search: plans, groups of properties that share a search, searches, traces.
// Temporal formulas are for verify/temporal/; roles are taken as they are (check_decomposed takes them
// apart).
#pragma once

#include "model/model.hpp"
#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// The properties that the options ask for.
CheckReport check(const Model& model, const CheckOptions& options);
// All properties of the model, which must stay where it is meanwhile: it is not copied.
CheckReport check_properties(const Model& model, const CheckOptions& options);

}  // namespace quorate
