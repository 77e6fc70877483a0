// The relaxed model is a Model, so that its engine makes the steps. What a Model cannot say is that
// consumed messages stay in their channel (ChannelEncoding::kept): after each step the messages of the
// state before are put back, except in channels to a crashed process, which a crash empties. A step that is
// a model error is left out. So is a state that has no room for its messages or is outside of the formulas'
// domains; then lost() is true, and a state that was not found may be reachable all the same.
#include "induction/relaxed_steps.hpp"

#include <algorithm>

namespace quorate {

std::vector<PackedState> RelaxedSteps::initial_states() {
  std::vector<PackedState> states;
  buffer_.clear();
  system_.relaxed().initial_states(buffer_);
  for (std::size_t i = 0; i < buffer_.size(); ++i)
    states.emplace_back(buffer_.state(i).begin(), buffer_.state(i).end());
  return states;
}

bool RelaxedSteps::keep_messages(const PackedState& before, PackedState& after) const {
  const StateSpace& space = system_.encoding().space();
  if (space.encoding() != ChannelEncoding::kept) return true;
  const auto old = space.read(before);
  auto state = space.read(after);
  if (!old || !state) return false;
  const Layout& layout = space.layout();
  for (std::size_t v = layout.cells.size(); v < state->size(); ++v) {
    // A crash empties the channels to the process.
    const ChannelLayout& channel = layout.channels[static_cast<std::size_t>(space.variables()[v].channel)];
    const std::int32_t status = layout.status_cells[channel.to.index()];
    const bool crashed = status >= 0 && (*state)[static_cast<std::size_t>(status)] ==
                                            static_cast<std::int64_t>(Status::crashed);
    if (!crashed) (*state)[v] = std::max((*state)[v], (*old)[v]);
  }
  const auto packed = space.packed(*state);
  if (!packed) return false;
  after = *packed;
  return true;
}

// All transitions in one call; one after the other only if one of them fails.
std::vector<PackedState> RelaxedSteps::successors(const PackedState& state) {
  const ModelSystem& engine = system_.relaxed();
  buffer_.clear();
  engine.successors(state, {}, buffer_);
  if (buffer_.stopped()) {
    buffer_.clear();
    for (std::size_t t = 0; t < engine.transitions().size(); ++t) {
      const TransitionId chosen[] = {TransitionId(static_cast<std::int64_t>(t))};
      if (engine.transitions()[t].kind == StepKind::otherwise) continue;
      engine.successors(state, chosen, buffer_);
      lost_ = lost_ || buffer_.trouble.overflow.has_value();
      buffer_.trouble.failure = {};
      buffer_.trouble.overflow.reset();
    }
  }
  std::vector<PackedState> result;
  for (std::size_t i = 0; i < buffer_.size(); ++i) {
    PackedState after(buffer_.state(i).begin(), buffer_.state(i).end());
    if (keep_messages(state, after)) {
      result.push_back(std::move(after));
    } else {
      lost_ = true;
    }
  }
  return result;
}

}  // namespace quorate
