// Lifts a path of representatives to a path of the unreduced system, in which every process keeps its
// identity and dead messages are still in their channels.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "system/seam/transition_system.hpp"

namespace quorate {

using StatePath = std::vector<std::vector<std::uint64_t>>;

struct LiftedPath {
  // Shorter than the path of representatives if that cannot be followed: an internal error, unless there is
  // an overflow.
  StatePath states;
  std::optional<ChannelOverflow> overflow;  // a channel of the unreduced system needs more room
};

// Replaces a state by its representative.
using Representative = std::function<void(std::uint64_t*)>;

LiftedPath lift(const TransitionSystem& unreduced, const Representative& representative,
                const StatePath& path);

}  // namespace quorate
