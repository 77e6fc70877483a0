// Rewrites init rules like `for k: server do server[k].x := 0; server[k].y := 0 endfor` to one loop for
// each statement.
#pragma once

#include <optional>

#include "model/model.hpp"

namespace quorate {

// A model with the same initial states. Only loops whose turns access their own process alone are split;
// none if there is no such loop.
std::optional<Model> with_separate_loops(const Model& model);

}  // namespace quorate
