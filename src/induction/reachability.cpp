#include "induction/reachability.hpp"

#include <fmt/format.h>

#include <chrono>
#include <unordered_set>

#include "induction/relaxed_steps.hpp"

namespace quorate {

std::string reachability(const ProofSystem& system, const ConcreteState& wanted,
                         const ReachabilityLimits& limits) {
  const auto began = std::chrono::steady_clock::now();
  const auto over = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() > limits.seconds;
  };
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
      if (seen.size() > limits.states || over())
        return fmt::format("not among the first {} states", seen.size());
      for (const PackedState& after : steps.successors(state)) visit(after, next);
      if (found) return fmt::format("reached after {} steps", depth + 1);
    }
    level = std::move(next);
  }
  if (found) return "an initial state";
  if (steps.lost()) return fmt::format("not among {} states; some have more messages than fit", seen.size());
  const bool exact = encoding_is_exact(system.original(), system.encoding().space().encoding());
  return fmt::format("not reachable: {} {} states, and it is none of them",
                     exact ? "there are" : "without what is forgotten there are", seen.size());
}

}  // namespace quorate
