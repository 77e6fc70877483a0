// Which expiries of timers are early in a state, in a network that is eventually synchronous: a run that
// counts takes them finitely often. faults/kinds/timing.hpp defines them.
#pragma once

#include "system/execute/model_system.hpp"
#include "temporal/fairness.hpp"

namespace quorate {

// Empty if the network makes no promise, or no timer expires. `system` must outlive the result.
Fairness::InState early_expiries(const ModelSystem& system);

}  // namespace quorate
