// A transition system that wraps another and passes every call on; reductions override what they change.
#pragma once

#include "system/seam/transition_system.hpp"

namespace quorate {

class WrappedSystem : public TransitionSystem {
 public:
  // `inside` must outlive this system.
  explicit WrappedSystem(const TransitionSystem& inside) : inside_(inside) {}

  [[nodiscard]] Shape shape() const final { return inside_.shape(); }
  [[nodiscard]] std::span<const Transition> transitions() const final { return inside_.transitions(); }
  void initial_states(StepBuffer& buffer) const override { inside_.initial_states(buffer); }
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override {
    inside_.successors(state, chosen, buffer);
  }
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override {
    return inside_.holds(predicate, state, buffer);
  }
  [[nodiscard]] StateDescription describe(StateView state) const final { return inside_.describe(state); }

 protected:
  [[nodiscard]] const TransitionSystem& inside() const { return inside_; }

 private:
  const TransitionSystem& inside_;
};

}  // namespace quorate
