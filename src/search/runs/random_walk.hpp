// One run of a transition system, chosen by chance: for people who want to see what a model does, and for
// predicates that nobody knows yet. On the seam; the same seed gives the same run. Proves nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "search/paths/paths.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

enum class WalkEnd {
  rests,   // no step is possible in the last state
  loops,   // the last state is that at loop_start again
  cut,     // after the most steps
  failed,  // a model error in a step of the last state, or in the initial states
  no_start,
};

struct RandomWalk {
  StatePath states;
  std::vector<StepDescription> steps;  // between them
  WalkEnd end = WalkEnd::no_start;
  std::size_t loop_start = 0;                // loops
  ModelFailure failure;                      // failed
  std::optional<ChannelOverflow> too_small;  // the system is to be built again with more room
};

RandomWalk random_walk(const TransitionSystem& system, std::uint64_t seed, std::size_t most_steps);

}  // namespace quorate
