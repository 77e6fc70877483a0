// From a path of representatives to a path of the unreduced system, in which every process keeps its
// identity: each representative only says that some state of its orbit comes next.
#pragma once

#include <cstdint>
#include <vector>

#include "reduction/canonical_form.hpp"
#include "system/transition_system.hpp"

namespace quorate {

using StatePath = std::vector<std::vector<std::uint64_t>>;

// Shorter than the path if it cannot be followed, which would be an error of the program.
StatePath lift(const TransitionSystem& unreduced, const Canonicalizer& canonicalizer,
               const StatePath& representatives);

}  // namespace quorate
