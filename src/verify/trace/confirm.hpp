// Evaluates the last state of a counterexample again on an unreduced system before it is shown. Knows systems
// and properties, not searches.
#pragma once

#include <optional>
#include <vector>

#include "model/model.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

// Whether the property, whose predicate the system knows as `predicate`, is violated in this state.
bool violates(const TransitionSystem& system, PropertyKind kind, PredicateId predicate, StateView state);

// The model error in the steps of this state or in one of the predicates. Not failed() if there is none, or
// if a channel has no room for a step before the error: this state has dead messages that the search had
// forgotten.
struct FailureFound {
  ModelFailure failure;
  std::optional<ChannelOverflow> no_room;
};
FailureFound failure_in(const TransitionSystem& system, const std::vector<PredicateId>& predicates,
                        StateView state);

}  // namespace quorate
