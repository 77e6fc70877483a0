// Firing bounds count the messages that are sent in a whole run of the system without faults. They hold in
// every semantics: crashes and losses send nothing and change no variable, a delivered message still counts
// in its channel, and forged messages are never in a channel. Synchronous systems are excluded, since a crash
// enables steps there.
#include "verify/gate/idle_bound.hpp"

#include "verify/gate/run_bounds.hpp"

namespace quorate {

bool bound_is_idle(const Model& model) {
  if (!model.channels.bound || model.channels.synchronous) return false;
  const std::optional<RunBounds> bounds = find_run_bounds(model);
  return bounds && bounds->channels_never_full && bounds->fit_without_bound;
}

Model without_idle_bound(Model model) {
  if (!bound_is_idle(model)) return model;
  model.channels.bound.reset();
  model.channels.replacing = false;
  return model;
}

}  // namespace quorate
