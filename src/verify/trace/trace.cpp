// Every counterexample passes through here before it is shown: it is executed step by step on a system that
// was freshly built, without reductions. An error of a search, a reduction or native code so becomes an
// internal error and not a wrong verdict.
#include "verify/trace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "system/execute/lift_decomposed.hpp"

namespace quorate {

namespace {

// The position of a state in the buffer, or none.
std::optional<std::size_t> find(const StepBuffer& buffer, const std::vector<std::uint64_t>& state) {
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    if (std::ranges::equal(buffer.state(i), state)) return i;
  }
  return std::nullopt;
}

}  // namespace

Replay replay(const TransitionSystem& system, const std::vector<std::vector<std::uint64_t>>& path) {
  Replay result;
  if (path.empty()) {
    result.mismatch = "the trace has no states";
    return result;
  }
  StepBuffer buffer(system.shape().words);
  buffer.asked.describe_steps = true;
  system.initial_states(buffer);
  if (!find(buffer, path.front())) {
    result.mismatch = "the first state of the trace is not an initial state";
    return result;
  }
  result.trace.states.push_back(system.describe(path.front()));
  for (std::size_t k = 0; k + 1 < path.size(); ++k) {
    buffer.clear();
    system.successors(path[k], {}, buffer);
    const auto step = find(buffer, path[k + 1]);
    if (!step) {
      result.mismatch = fmt::format("step {} of the trace is not a step of the model", k + 1);
      return result;
    }
    result.trace.steps.push_back(buffer.found.descriptions[*step]);
    result.trace.states.push_back(system.describe(path[k + 1]));
  }
  result.path = path;
  return result;
}

Replay replay_lifted(const TransitionSystem& original, const Channels& channels,
                     const TraceDescription& lifted) {
  std::vector<std::vector<std::uint64_t>> path;
  StepBuffer buffer(original.shape().words);
  original.initial_states(buffer);
  for (std::size_t k = 0; k < lifted.states.size(); ++k) {
    if (k > 0) {
      buffer.clear();
      original.successors(path.back(), {}, buffer);
    }
    std::size_t i = 0;
    while (i < buffer.size() &&
           in_canonical_order(original.describe(buffer.state(i)), channels) != lifted.states[k]) {
      ++i;
    }
    if (i == buffer.size())
      return {{}, {}, fmt::format("state {} of the lifted trace is not reached", k + 1)};
    path.emplace_back(buffer.state(i).begin(), buffer.state(i).end());
  }
  // An empty path: the error is in the initial states.
  Replay result;
  if (!path.empty()) result = replay(original, path);
  result.trace.loop_start = lifted.loop_start;
  result.trace.failure = lifted.failure;
  result.trace.failure_span = lifted.failure_span;
  return result;
}

}  // namespace quorate
