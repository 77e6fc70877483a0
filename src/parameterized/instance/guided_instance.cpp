#include "parameterized/instance/guided_instance.hpp"

#include <vector>

namespace quorate {

GuidedInstance::GuidedInstance(const ThresholdInstance& instance, StateFilter wanted)
    : WrappedSystem(instance), instance_(instance), wanted_(std::move(wanted)) {}

void GuidedInstance::leave_out(std::size_t first, StepBuffer& buffer) const {
  if (!wanted_) return;
  std::vector<bool> kept;
  for (std::size_t i = first; i < buffer.size(); ++i)
    kept.push_back(wanted_(instance_.decode(buffer.state(i))));
  std::size_t next = 0;
  const std::size_t before = buffer.size();
  buffer.keep(first, [&](TransitionId) { return kept[next++]; });
  if (buffer.size() == before) return;
  buffer.trouble.bound_reached = true;  // finding nothing proves nothing
  buffer.found.reduced = true;          // a state without steps does not rest
}

void GuidedInstance::initial_states(StepBuffer& buffer) const {
  const std::size_t first = buffer.size();
  instance_.initial_states(buffer);
  if (!buffer.stopped()) leave_out(first, buffer);
}

void GuidedInstance::successors(StateView state, std::span<const TransitionId> chosen,
                                StepBuffer& buffer) const {
  const std::size_t first = buffer.size();
  instance_.successors(state, chosen, buffer);
  if (!buffer.stopped()) leave_out(first, buffer);
}

}  // namespace quorate
