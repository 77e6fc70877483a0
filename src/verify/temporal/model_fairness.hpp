// Which steps are owed in a protocol (temporal/fairness.hpp): the assumptions `processes` and `messages`, and
// the steps that nobody is obliged to take, as a Fairness on the seam. docs/semantics.md defines them.
#pragma once

#include "system/execute/model_system.hpp"
#include "temporal/fairness.hpp"
#include "verify/temporal/grounding.hpp"

namespace quorate {

// `system` executes the ground property's model and must outlive the result.
Fairness model_fairness(const ModelSystem& system, const GroundFairness& assumed);

}  // namespace quorate
