// `quorate check` with processes taken apart: around check(), it chooses for each property whether the model
// or its decomposition is searched, and brings the results back to the names of the model.
#pragma once

#include "verify/check.hpp"

namespace quorate {

// A symmetry that is asked for and that the text does not allow is refused (CheckReport::refused).
CheckReport check_decomposed(const Model& model, const CheckOptions& options);

}  // namespace quorate
