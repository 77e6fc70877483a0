#include "verify/trace/confirm.hpp"

namespace quorate {

bool violates(const TransitionSystem& system, PropertyKind kind, PredicateId predicate, StateView state) {
  StepBuffer buffer(system.shape().words);
  if (system.holds(predicate, state, buffer) != Truth::no) return false;
  if (kind != PropertyKind::no_deadlock) return true;
  system.successors(state, {}, buffer);
  return buffer.size() == 0 && !buffer.trouble.overflow;  // an overflow: there is a step without room for it
}

FailureFound failure_in(const TransitionSystem& system, const std::vector<PredicateId>& predicates,
                        StateView state) {
  StepBuffer buffer(system.shape().words);
  system.successors(state, {}, buffer);
  for (std::size_t k = 0; k < predicates.size() && !buffer.trouble.failure.failed(); ++k) {
    system.holds(predicates[k], state, buffer);
  }
  return {buffer.trouble.failure, buffer.trouble.overflow};
}

}  // namespace quorate
