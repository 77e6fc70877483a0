// A transition system reduced by symmetry: every state is replaced by the representative of its orbit. A
// wrapper at the seam; the system inside does not know of it.
#pragma once

#include <memory>

#include "reduction/symmetry/canonical_form.hpp"
#include "system/seam/wrapped_system.hpp"

namespace quorate {

class SymmetricSystem final : public WrappedSystem {
 public:
  // `inside` must outlive this system; its layout is the one the permutation was made for.
  SymmetricSystem(const TransitionSystem& inside, StatePermutation permutation)
      : WrappedSystem(inside), canonicalizer_(std::move(permutation)) {}

  // Several steps may lead to the same representative, and it may appear as often among the initial states.
  void initial_states(StepBuffer& buffer) const override;
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override;

  [[nodiscard]] const Canonicalizer& canonicalizer() const { return canonicalizer_; }

 private:
  struct Room;
  template <typename Call>
  auto with_room(StepBuffer& buffer, const Call& call) const;

  Canonicalizer canonicalizer_;
};

}  // namespace quorate
