// Finds out which transitions of a model commute (system/seam/independence.hpp).
#pragma once

#include <memory>

#include "system/execute/model_system.hpp"
#include "system/seam/independence.hpp"

namespace quorate {

// Null if there are no relations (TransitionRelations::against), if the model has an ELSE rule, or if there
// are more than TransitionBits::most transitions.
std::shared_ptr<const Independence> find_independence(const ModelSystem& system);

}  // namespace quorate
