// A symmetry maps steps to steps: if t is in the orbit of s and s has a step into an orbit, then so has t. So
// the path is followed from an initial state of the first orbit, each time by a step into the next one.
#include "reduction/lift.hpp"

#include <algorithm>

namespace quorate {

StatePath lift(const TransitionSystem& unreduced, const Canonicalizer& canonicalizer,
               const StatePath& representatives) {
  StatePath path;
  StepBuffer buffer(unreduced.shape().words);
  Canonicalizer::Room room(unreduced.shape().words);
  for (const auto& wanted : representatives) {
    buffer.clear();
    if (path.empty()) {
      unreduced.initial_states(buffer);
    } else {
      unreduced.successors(path.back(), {}, buffer);
    }
    bool found = false;
    for (std::size_t i = 0; i < buffer.size() && !found; ++i) {
      std::vector<std::uint64_t> state(buffer.state(i).begin(), buffer.state(i).end());
      canonicalizer.canonicalize(state.data(), room);
      found = state == wanted;
      if (found) path.emplace_back(buffer.state(i).begin(), buffer.state(i).end());
    }
    if (!found) return path;
  }
  return path;
}

}  // namespace quorate
