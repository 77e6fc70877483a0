#include "induction/reachability.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "base/units.hpp"
#include "induction/relaxed_steps.hpp"
#include "verify/result/stopwatch.hpp"

namespace quorate {

Reachability reachability(const ProofSystem& system, const ConcreteState& wanted,
                          const ReachabilityLimits& limits) {
  const Stopwatch watch;
  RelaxedSteps steps(system);
  std::unordered_set<std::string> seen;
  std::vector<PackedState> level;
  bool found = false;
  const auto visit = [&](const PackedState& state, std::vector<PackedState>& next) {
    if (!seen.insert(state_key(state)).second) return;
    next.push_back(state);
    const auto concrete = system.encoding().space().read(state);
    found = found || (concrete && *concrete == wanted);
  };
  for (const PackedState& state : steps.initial_states()) visit(state, level);
  for (std::size_t depth = 0; !found && !level.empty(); ++depth) {
    std::vector<PackedState> next;
    for (const PackedState& state : level) {
      if (seen.size() > limits.states || watch.seconds() > limits.seconds)
        return {false, fmt::format("not among the first {} states", seen.size())};
      for (const PackedState& after : steps.successors(state)) visit(after, next);
      if (found) return {true, fmt::format("reached after {}", counted(depth + 1, "step"))};
    }
    level = std::move(next);
  }
  if (found) return {true, "an initial state"};
  if (steps.lost())
    return {false, fmt::format("not among {} states; some have more messages than fit", seen.size())};
  const bool exact = encoding_is_exact(system.original(), system.encoding().space().encoding());
  const bool one = seen.size() == 1;
  const char* const there_are = one ? "there is" : "there are";
  return {false, fmt::format("not reachable: {} {}, and it is {}", exact ? there_are : "the formulas have",
                             counted(seen.size(), "state"), one ? "another one" : "none of them")};
}

}  // namespace quorate
