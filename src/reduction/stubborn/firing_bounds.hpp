// Upper bounds on how often each transition can occur in a run, derived from the text. If every transition
// has a bound, every run is finite and the state space has no cycles. A channel to which no more messages are
// sent in a run than it holds is never full. See firing_bounds.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "reduction/stubborn/variable_moves.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

// What reductions derive of a transition, besides the facts in Transition.
struct TransitionKnowledge {
  std::set<MessageClass> consumes;  // classes of the messages that it takes from its senders
  std::set<PossibleSend> sends;
};

inline constexpr std::uint64_t unbounded_firings = UINT64_MAX;

struct FiringBounds {
  std::vector<std::uint64_t> firings;                                 // [transition]
  std::map<std::pair<ProcessId, ProcessId>, std::uint64_t> messages;  // sent from one to another in a run

  // Every run is finite, apart from ELSE steps, which lead from a state to itself.
  [[nodiscard]] bool runs_end() const;
};

FiringBounds firing_bounds(const ModelSystem& system, const std::vector<TransitionKnowledge>& knowledge,
                           const std::vector<VariableMoves>& moves);

}  // namespace quorate
