// A random run of a transition system, for `check --sample`. Works on the seam; the same seed gives
// the same run. It proves nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "search/paths/paths.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

enum class WalkEnd {
  rests,   // no step is possible in the last state
  loops,   // the last state equals the one at loop_start
  cut,     // the greatest number of steps was reached
  failed,  // a model error in a step of the last state, or in the initial states
  no_start,
};

struct RandomWalk {
  StatePath states;
  std::vector<StepDescription> steps;  // between them
  WalkEnd end = WalkEnd::no_start;
  std::size_t loop_start = 0;                // for WalkEnd::loops
  ModelFailure failure;                      // for WalkEnd::failed
  std::optional<ChannelOverflow> too_small;  // the system must be built again with more room
};

RandomWalk random_walk(const TransitionSystem& system, std::uint64_t seed, std::size_t most_steps);

}  // namespace quorate
