// The end of a counterexample, looked at once more on an unreduced system before it is shown. Part of the
// promise that every violation is real; knows systems and properties, not searches.
#pragma once

#include <optional>
#include <vector>

#include "model/model.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

// Whether the property, whose predicate the system knows as `predicate`, is violated in this state itself.
bool violates(const TransitionSystem& system, PropertyKind kind, PredicateId predicate, StateView state);

// The model error in the steps of this state, or in one of the predicates; not failed() if there is none, or
// if a channel had no room for a step before it: a state has dead messages that the search did without.
struct FailureFound {
  ModelFailure failure;
  std::optional<ChannelOverflow> no_room;
};
FailureFound failure_in(const TransitionSystem& system, const std::vector<PredicateId>& predicates,
                        StateView state);

}  // namespace quorate
