// `quorate check` with decomposition: decides for each property whether the model or its decomposition is
// searched, and lifts the results back to the model.
#pragma once

#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// Checks all properties of the model, none of which is temporal. A requested symmetry that the text does not
// allow is refused (SymmetryRefused).
CheckReport check_decomposed(const Model& model, const CheckOptions& options);

}  // namespace quorate
