// All of `quorate check`: every wanted property to the engine that answers it. Invariants and freedom from
// deadlock to the searches, temporal formulas to this folder.
#pragma once

#include "verify/check.hpp"

namespace quorate {

CheckReport check_all(const Model& model, const CheckOptions& options);

}  // namespace quorate
