// Finds out which transitions of a model commute (system/seam/independence.hpp).
#pragma once

#include <memory>

#include "system/execute/model_system.hpp"
#include "system/seam/independence.hpp"

namespace quorate {

// Null if nothing is known (TransitionRelations::against), if the model has a step that is possible only
// where no other is, or if there are so many transitions that sets of them are no longer cheap.
std::shared_ptr<const Independence> find_independence(const ModelSystem& system);

}  // namespace quorate
