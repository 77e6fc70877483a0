// A transition system reduced by stubborn sets: in every state only the steps of a stubborn set are taken. A
// wrapper at the seam. Preserves deadlocks. If the search keeps the ignoring proviso (StepsFound::reduced) or
// the state space has no cycles, it also preserves model errors and the invariants that it was made for. See
// docs/soundness.md, "Stubborn sets".
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "quorate/lpor.hpp"
#include "reduction/stubborn/transition_relations.hpp"
#include "system/seam/wrapped_system.hpp"

namespace quorate {

// What a search through the reduced system wants to know. More than states also takes conditions on the graph
// of the reduced system, which RunGraph sees to.
enum class Keeps : std::uint8_t {
  states,     // which states are reached
  runs,       // also the runs: a set has an invisible step if the state has one
  branching,  // also what is possible from each state: a set is one invisible step, or has all of them
};

struct LporOptions {
  Split split = Split::combined;
  bool necessary = true;  // use necessary enabling sets of the state, not only all enablers
  Keeps keeps = Keeps::states;
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
  [[nodiscard]] bool keeps_enough(const lpor::TransitionSet& stubborn, const lpor::TransitionSet& enabled,
                                  const StepBuffer& buffer, std::size_t before) const;

  LporOptions options_;
  TransitionRelations relations_;
  lpor::NecessarySets sets_;
  lpor::TransitionSet visible_;
};

}  // namespace quorate
