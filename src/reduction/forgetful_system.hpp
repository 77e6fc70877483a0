// A transition system without the messages that nobody will receive: they are taken out of every state. A
// wrapper at the seam. Every state has the same steps as before, so that nothing that can be said without
// looking into channels changes. docs/soundness.md argues it.
#pragma once

#include "reduction/spent_messages.hpp"
#include "system/transition_system.hpp"

namespace quorate {

class ForgetfulSystem final : public TransitionSystem {
 public:
  // `inside` must outlive this system; its states and transitions are those that the messages are spent in.
  ForgetfulSystem(const TransitionSystem& inside, std::unique_ptr<const SpentMessages> spent)
      : inside_(inside), spent_(std::move(spent)) {}

  [[nodiscard]] Shape shape() const override { return inside_.shape(); }
  [[nodiscard]] std::span<const Transition> transitions() const override { return inside_.transitions(); }
  void initial_states(StepBuffer& buffer) const override {
    const std::size_t before = buffer.size();
    inside_.initial_states(buffer);
    for (std::size_t i = before; i < buffer.size(); ++i) spent_->forget(buffer.mutable_state(i));
  }
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override {
    const std::size_t before = buffer.size();
    inside_.successors(state, chosen, buffer);
    for (std::size_t i = before; i < buffer.size(); ++i)
      spent_->forget(transitions()[buffer.transition(i).index()], buffer.mutable_state(i));
  }
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override {
    return inside_.holds(predicate, state, buffer);
  }
  [[nodiscard]] StateDescription describe(StateView state) const override { return inside_.describe(state); }

  [[nodiscard]] const SpentMessages& spent() const { return *spent_; }

 private:
  const TransitionSystem& inside_;
  std::unique_ptr<const SpentMessages> spent_;
};

}  // namespace quorate
