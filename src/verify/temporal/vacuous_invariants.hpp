// Warns of invariants that hold because a premise never does. The search for that is bounded; beyond the
// bound nothing is said.
#pragma once

#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// Adds warnings to the results for invariants of the model.
void warn_of_vacuous_invariants(const Model& model, const CheckOptions& options, CheckReport& report);

}  // namespace quorate
