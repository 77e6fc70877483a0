// A transition system reduced by stubborn sets: in every state only the steps of a stubborn set are taken. A
// wrapper at the seam. Preserves deadlocks. If the search keeps the ignoring proviso (StepsFound::reduced) or
// the state space has no cycles, it also preserves model errors and the invariants that it was made for. See
// docs/soundness.md, "Stubborn sets".
#pragma once

#include <memory>
#include <span>

#include "quorate/lpor.hpp"
#include "reduction/stubborn/transition_relations.hpp"
#include "system/seam/wrapped_system.hpp"

namespace quorate {

struct LporOptions {
  Split split = Split::combined;
  bool necessary = true;  // use necessary enabling sets of the state, not only all enablers
};

class LporSystem final : public WrappedSystem {
 public:
  // visible: predicates that must be preserved. `inside` must outlive this system.
  LporSystem(const ModelSystem& inside, std::span<const PredicateId> visible, LporOptions options);

  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;

  // The enabled members of the stubborn set of a state in which these groups of transitions are enabled.
  [[nodiscard]] lpor::TransitionSet stubborn_set(StateView state, const lpor::TransitionSet& enabled) const;
  [[nodiscard]] const TransitionRelations& relations() const { return relations_; }

 private:
  [[nodiscard]] const lpor::TransitionSet& necessary_set(std::size_t group, StateView state,
                                                         const lpor::TransitionSet& enabled,
                                                         const lpor::TransitionSet& closed,
                                                         lpor::TransitionSet& room) const;

  LporOptions options_;
  TransitionRelations relations_;
  lpor::NecessarySets sets_;
};

}  // namespace quorate
