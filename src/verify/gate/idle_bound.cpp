// Firing bounds count what is sent in a whole run, by the system without faults. Crashes and losses send
// nothing and change no variable, a delivery leaves a message in its channel's account, and what a Byzantine
// process forges is never in a channel. So the bounds are those of every semantics. In synchronous systems a
// crash enables steps, which are not counted.
#include "verify/gate/idle_bound.hpp"

#include "verify/gate/run_bounds.hpp"

namespace quorate {

bool bound_is_idle(const Model& model) {
  if (!model.channels.bound || model.channels.synchronous) return false;
  const std::optional<RunBounds> bounds = find_run_bounds(model);
  return bounds && bounds->channels_never_full && bounds->fit_without_bound;
}

Model without_idle_bound(Model model) {
  if (bound_is_idle(model)) model.channels.bound.reset();
  return model;
}

}  // namespace quorate
