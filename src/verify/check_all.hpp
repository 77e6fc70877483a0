// The whole of `quorate check`: gives every wanted property to the engine that answers it. Invariants and
// freedom from deadlock go to the searches, temporal formulas to verify/temporal/.
#pragma once

#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

CheckReport check_all(const Model& model, const CheckOptions& options);

}  // namespace quorate
