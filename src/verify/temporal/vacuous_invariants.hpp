// Invariants that hold because a premise never does. A look of bounded length after the check: it answers no
// question, and says nothing where it would take long.
#pragma once

#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// Adds warnings to the results for invariants of the model.
void warn_of_vacuous_invariants(const Model& model, const CheckOptions& options, CheckReport& report);

}  // namespace quorate
