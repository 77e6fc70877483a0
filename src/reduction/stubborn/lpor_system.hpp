// A transition system reduced by stubborn sets: in every state only the steps of a stubborn set are taken. A
// wrapper at the seam. Preserves deadlocks and, if the search heeds StepsFound::reduced (its ignoring
// proviso) or the state space has no cycles, the invariants it was made for and model errors.
// docs/soundness.md argues it.
#pragma once

#include <memory>
#include <span>

#include "quorate/lpor.hpp"
#include "reduction/stubborn/transition_relations.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

struct LporOptions {
  Split split = Split::combined;
  bool necessary = true;  // use what must be sent before a disabled transition can be enabled
};

class LporSystem final : public TransitionSystem {
 public:
  // visible: predicates that must be preserved. `inside` must outlive this system.
  LporSystem(const ModelSystem& inside, std::span<const PredicateId> visible, LporOptions options);

  [[nodiscard]] Shape shape() const override { return inside_.shape(); }
  [[nodiscard]] std::span<const Transition> transitions() const override { return inside_.transitions(); }
  void initial_states(StepBuffer& buffer) const override { inside_.initial_states(buffer); }
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override;
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override {
    return inside_.holds(predicate, state, buffer);
  }
  [[nodiscard]] StateDescription describe(StateView state) const override { return inside_.describe(state); }

  // The stubborn set of a state in which these groups of transitions are enabled.
  [[nodiscard]] lpor::TransitionSet stubborn_set(StateView state, const lpor::TransitionSet& enabled) const;
  [[nodiscard]] const TransitionRelations& relations() const { return relations_; }

 private:
  [[nodiscard]] const lpor::TransitionSet& necessary_set(std::size_t group, StateView state,
                                                         const lpor::TransitionSet& enabled,
                                                         const lpor::TransitionSet& closed,
                                                         lpor::TransitionSet& room) const;

  const ModelSystem& inside_;
  LporOptions options_;
  TransitionRelations relations_;
  lpor::NecessarySets sets_;
};

}  // namespace quorate
