// Init rules like `for k: server do server[k].x := 0; server[k].y := 0 endfor`, with a loop for each
// statement.
#pragma once

#include <optional>

#include "model/model.hpp"

namespace quorate {

// The same initial states. Only loops whose turns look at nothing but their own process are taken apart; none
// if there is no such loop.
std::optional<Model> with_separate_loops(const Model& model);

}  // namespace quorate
