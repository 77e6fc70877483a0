// Two states with the same representative have steps to states with the same representatives: a symmetry maps
// steps to steps, and dead messages enable none. So the path is followed from an initial state, each time by
// a step to a state whose representative is the next one of the path. No search is needed.
#include "system/seam/lift.hpp"

#include <algorithm>

namespace quorate {

LiftedPath lift(const TransitionSystem& unreduced, const Representative& representative,
                const StatePath& path) {
  LiftedPath lifted;
  StepBuffer buffer(unreduced.shape().words);
  buffer.asked.all_steps = true;
  for (const auto& wanted : path) {
    buffer.clear();
    if (lifted.states.empty()) {
      unreduced.initial_states(buffer);
    } else {
      unreduced.successors(lifted.states.back(), {}, buffer);
    }
    lifted.overflow = buffer.trouble.overflow;
    bool found = false;
    for (std::size_t i = 0; i < buffer.size() && !found; ++i) {
      std::vector<std::uint64_t> state(buffer.state(i).begin(), buffer.state(i).end());
      representative(state.data());
      found = state == wanted;
      if (found) lifted.states.emplace_back(buffer.state(i).begin(), buffer.state(i).end());
    }
    if (!found || lifted.overflow) return lifted;
  }
  return lifted;
}

}  // namespace quorate
