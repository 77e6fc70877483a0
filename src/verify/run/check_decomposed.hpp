// `quorate check` with processes taken apart: around check(), it chooses for each property whether the model
// or its decomposition is searched, and brings the results back to the names of the model.
#pragma once

#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// All properties of the model, none of which is temporal. A symmetry that is asked for and that the text does
// not allow is refused (SymmetryRefused).
CheckReport check_decomposed(const Model& model, const CheckOptions& options);

}  // namespace quorate
