// The searches of Quorate for systems of your own. Implement quorate::TransitionSystem (six methods: a state
// is a fixed number of 64-bit words), name the predicates that must hold as goals, and call quorate::search:
// it visits every reachable state once, and knows the path to a state that violates a goal. examples/outside
// is a small project that does this; it links quorate::search.
#pragma once

#include "search/search.hpp"                  // IWYU pragma: export
#include "system/seam/transition_system.hpp"  // IWYU pragma: export
