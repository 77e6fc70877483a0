#include "verify/trace/counterexample.hpp"

#include "base/budget.hpp"
#include "base/internal_error.hpp"
#include "verify/result/results.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {

Counterexample counterexample(const Model& model, const Semantics& semantics, const ChannelRoom& room,
                              const SystemStack& stack, const SearchOutcome& outcome, StateNumber last) {
  const BudgetGrace grace;  // a violation that was found before the limit is still shown
  Counterexample result;
  const StatePath found = outcome.path_to(last);
  if (found.empty()) {
    result.lost = "the way to a violation was found and cannot be read any more";
    return result;
  }
  LiftedPath lifted = stack.lifted(found);
  result.no_room = lifted.overflow;
  if (result.no_room) return result;
  if (lifted.states.size() != found.size())
    throw InternalError("the counterexample of the reduced system is none of the unreduced one");
  std::vector<CompileProblem> problems;
  const auto fresh = ModelSystem::borrowing(model, semantics, room, problems);
  Replay replayed = replay(*fresh, lifted.states);
  if (!replayed.mismatch.empty()) throw InternalError(replayed.mismatch);
  result.trace = std::move(replayed.trace);
  result.path = std::move(lifted.states);
  return result;
}

}  // namespace quorate
