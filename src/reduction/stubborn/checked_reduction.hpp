// Stubborn sets with --check-reductions: behaves as the LporSystem inside, and verifies the conditions of the
// reduction in every state that is expanded. Throws ReductionFlaw if one is violated.
#pragma once

#include "reduction/stubborn/reduction_check.hpp"

namespace quorate {

class CheckedReduction final : public WrappedSystem {
 public:
  // Both systems must outlive this one.
  CheckedReduction(const ModelSystem& unreduced, const LporSystem& inside, std::vector<PredicateId> visible)
      : WrappedSystem(static_cast<const TransitionSystem&>(inside)),
        check_(unreduced, inside, std::move(visible)) {}

  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override {
    if (chosen.empty() && !buffer.asked.all_steps) check_.check(state);  // otherwise nothing is left out
    inside().successors(state, chosen, buffer);
  }

  [[nodiscard]] const CheckedStates& checked() const { return check_.checked(); }

 private:
  mutable ReductionCheck check_;  // remembers the checked states; one thread only
};

}  // namespace quorate
