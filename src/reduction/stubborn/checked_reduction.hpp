// Stubborn sets under watch (--check-reductions): behaves as the LporSystem inside, and verifies the
// conditions of the reduction in every state that is expanded. A violated condition is thrown as a
// ReductionFlaw.
#pragma once

#include "reduction/stubborn/reduction_check.hpp"

namespace quorate {

class CheckedReduction final : public TransitionSystem {
 public:
  // Both systems must outlive this one.
  CheckedReduction(const ModelSystem& unreduced, const LporSystem& inside, std::vector<PredicateId> visible)
      : inside_(inside), check_(unreduced, inside, std::move(visible)) {}

  [[nodiscard]] Shape shape() const override { return inside_.shape(); }
  [[nodiscard]] std::span<const Transition> transitions() const override { return inside_.transitions(); }
  void initial_states(StepBuffer& buffer) const override { inside_.initial_states(buffer); }
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override {
    if (chosen.empty()) check_.check(state);
    inside_.successors(state, chosen, buffer);
  }
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override {
    return inside_.holds(predicate, state, buffer);
  }
  [[nodiscard]] StateDescription describe(StateView state) const override { return inside_.describe(state); }

  [[nodiscard]] const CheckedStates& checked() const { return check_.checked(); }

 private:
  const LporSystem& inside_;
  mutable ReductionCheck check_;  // keeps what it has seen; one thread only
};

}  // namespace quorate
