// After a step only two kinds of messages need to be looked at, since a step changes the local state of one
// process: those in the channels to this process, and those that it has just sent.
#include "reduction/dead_messages/forgetful_system.hpp"

namespace quorate {

ForgetfulSystem::ForgetfulSystem(const ModelSystem& model, const TransitionSystem& inside,
                                 std::shared_ptr<const DeadMessages> dead)
    : WrappedSystem(inside),
      layout_(model.layout()),
      access_(model.layout(), model.model().channels),
      dead_(std::move(dead)),
      inputs_(model.layout().processes) {
  for (const ChannelLayout& channel : layout_.channels) inputs_[channel.to.index()].push_back(&channel);
}

void ForgetfulSystem::initial_states(StepBuffer& buffer) const {
  const std::size_t before = buffer.size();
  inside().initial_states(buffer);
  for (std::size_t i = before; i < buffer.size(); ++i) forget(buffer.mutable_state(i));
}

void ForgetfulSystem::successors(StateView state, std::span<const TransitionId> chosen,
                                 StepBuffer& buffer) const {
  const std::size_t before = buffer.size();
  inside().successors(state, chosen, buffer);
  for (std::size_t i = before; i < buffer.size(); ++i)
    forget_after(transitions()[buffer.transition(i).index()], buffer.mutable_state(i));
}

void ForgetfulSystem::forget(std::uint64_t* state) const {
  for (const ChannelLayout& channel : layout_.channels) forget_in(channel, state);
}

void ForgetfulSystem::forget_after(const Transition& step, std::uint64_t* state) const {
  if (step.kind != StepKind::rule) return;
  if (const auto local = dead_->local_state(step.process, state)) {
    for (const ChannelLayout* const channel : inputs_[step.process.index()])
      forget_in(*channel, *local, state);
  }
  for (const ProcessId to : step.recipients) {
    const ChannelLayout* const channel = layout_.channel(step.process, to);
    if (channel != nullptr) forget_in(*channel, state);
  }
}

void ForgetfulSystem::forget_in(const ChannelLayout& channel, std::uint64_t* state) const {
  if (access_.empty(channel, state)) return;
  if (const auto local = dead_->local_state(channel.to, state)) forget_in(channel, *local, state);
}

void ForgetfulSystem::forget_in(const ChannelLayout& channel, std::uint32_t receiver,
                                std::uint64_t* state) const {
  for (std::uint32_t i = 0; i < channel.slot_count;) {
    const std::uint64_t value = load_slot(layout_.slots[channel.first_slot + i], state);
    if (value == 0) return;
    if (dead_->dead(channel.from, channel.to, receiver, access_.message(value))) {
      access_.remove(channel, state, i);
    } else {
      ++i;
    }
  }
}

}  // namespace quorate
