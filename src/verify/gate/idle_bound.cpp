// Firing bounds count what is sent in a whole run, by the system without faults. Crashes and losses send
// nothing and change no variable, a delivery leaves a message in its channel's account, and what a Byzantine
// process forges is never in a channel. So the bounds are those of every semantics. In synchronous systems a
// crash enables steps, which are not counted.
#include "verify/gate/idle_bound.hpp"

#include <algorithm>

#include "reduction/stubborn/transition_relations.hpp"

namespace quorate {

bool bound_is_idle(const Model& model) {
  if (!model.channels.bound || model.channels.synchronous) return false;
  Model bare = model;
  bare.properties.clear();
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::make(bare, Semantics{}, {}, problems);
  if (!system) return false;
  const TransitionRelations relations(*system, {}, Split::none);
  // A channel without a bound gets this much room, and no more.
  const auto fits = [](const auto& channel) {
    return channel.second <= static_cast<std::uint64_t>(largest_unbounded_room);
  };
  return relations.channels_never_full() && std::ranges::all_of(relations.bounds().messages, fits);
}

Model without_idle_bound(Model model) {
  if (bound_is_idle(model)) model.channels.bound.reset();
  return model;
}

}  // namespace quorate
