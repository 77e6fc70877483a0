// A transition system whose states have no dead messages: they are removed from every state. A wrapper at the
// seam. Every state keeps its steps, so that every property that does not look into channels is preserved
// (docs/soundness.md, "Dead messages").
#pragma once

#include "reduction/dead_messages/dead_messages.hpp"
#include "system/seam/wrapped_system.hpp"

namespace quorate {

class ForgetfulSystem final : public WrappedSystem {
 public:
  // inside: the model's system or one of its reductions. Both must outlive this system. Channels must never
  // be full.
  ForgetfulSystem(const ModelSystem& model, const TransitionSystem& inside,
                  std::shared_ptr<const DeadMessages> dead);

  void initial_states(StepBuffer& buffer) const override;
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;

  // Removes all dead messages from a state.
  void forget(std::uint64_t* state) const;

 private:
  void forget_after(const Transition& step, std::uint64_t* state) const;
  void forget_in(const ChannelLayout& channel, std::uint64_t* state) const;
  void forget_in(const ChannelLayout& channel, std::uint32_t receiver, std::uint64_t* state) const;

  const Layout& layout_;
  const ChannelAccess access_;
  std::shared_ptr<const DeadMessages> dead_;
  std::vector<std::vector<const ChannelLayout*>> inputs_;  // [process]
};

}  // namespace quorate
