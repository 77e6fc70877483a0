// A random walk that stays short and still shows much of a protocol. Rejected: steps with equal chances,
// since a state may offer a hundred losses or forged messages beside the one step that matters. Instead the
// walk chooses first whether a fault happens (one time in eight), then the process, then the rule, then one
// of its steps. States that the walk has visited are avoided while there are others: otherwise a protocol
// that can always send again would do nothing else. So a loop closes a run only where it cannot be avoided.
#include "search/runs/random_walk.hpp"

#include <algorithm>
#include <map>
#include <random>

namespace quorate {

namespace {

class Walker {
 public:
  Walker(const TransitionSystem& system, std::uint64_t seed)
      : system_(system), buffer_(system.shape().words), random_(seed) {
    buffer_.asked.describe_steps = true;
  }

  RandomWalk run(std::size_t most_steps) {
    system_.initial_states(buffer_);
    if (stopped()) return std::move(walk_);
    if (buffer_.size() == 0) return std::move(walk_);
    visit(below(buffer_.size()));
    for (;;) {
      buffer_.clear();
      system_.successors(walk_.states.back(), {}, buffer_);
      if (stopped()) break;
      if (buffer_.size() == 0) return ended(WalkEnd::rests);
      if (walk_.states.size() > most_steps) return ended(WalkEnd::cut);
      if (const auto again = step()) {
        walk_.loop_start = *again;
        return ended(WalkEnd::loops);
      }
    }
    return std::move(walk_);
  }

 private:
  using Steps = std::vector<std::size_t>;  // positions in the buffer

  // A model error or too little room ends the walk. Too many steps do not: those in the buffer suffice.
  bool stopped() {
    if (buffer_.trouble.failure.failed()) {
      walk_.end = WalkEnd::failed;
      walk_.failure = buffer_.trouble.failure;
    }
    walk_.too_small = buffer_.trouble.overflow;
    return buffer_.trouble.failure.failed() || buffer_.trouble.overflow.has_value();
  }

  RandomWalk ended(WalkEnd end) {
    walk_.end = end;
    return std::move(walk_);
  }

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  void visit(std::size_t step) {
    const StateView state = buffer_.state(step);
    walk_.states.emplace_back(state.begin(), state.end());
    visited_.emplace(walk_.states.back(), walk_.states.size() - 1);
  }

  // Takes a step. Returns the earlier position of the reached state, if the walk has visited it before.
  std::optional<std::size_t> step() {
    Steps fresh;
    Steps all(buffer_.size());
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      all[i] = i;
      if (!position(i)) fresh.push_back(i);
    }
    const std::size_t chosen = choose(fresh.empty() ? all : fresh);
    const auto before = position(chosen);
    walk_.steps.push_back(buffer_.found.descriptions[chosen]);
    visit(chosen);
    return before;
  }

  [[nodiscard]] std::optional<std::size_t> position(std::size_t step) const {
    const StateView state = buffer_.state(step);
    const auto found = visited_.find({state.begin(), state.end()});
    return found == visited_.end() ? std::nullopt : std::optional(found->second);
  }

  std::size_t choose(Steps steps) {
    Steps faults;
    Steps others;
    for (const std::size_t i : steps) (is_fault(i) ? faults : others).push_back(i);
    constexpr std::size_t fault_odds = 8;
    if (!faults.empty() && !others.empty()) steps = below(fault_odds) == 0 ? faults : others;
    steps = one_group(steps, [&](std::size_t i) { return transition(i).process.value; });
    steps = one_group(steps, [&](std::size_t i) { return transition(i).rule; });
    return steps[below(steps.size())];
  }

  template <typename Key>
  Steps one_group(const Steps& steps, const Key& key) {
    std::map<std::int64_t, Steps> groups;
    for (const std::size_t i : steps) groups[key(i)].push_back(i);
    return std::next(groups.begin(), static_cast<std::ptrdiff_t>(below(groups.size())))->second;
  }

  [[nodiscard]] const Transition& transition(std::size_t step) const {
    return system_.transitions()[buffer_.transition(step).index()];
  }
  // A step with a note is one in which a process crashes.
  [[nodiscard]] bool is_fault(std::size_t step) const {
    const StepDescription& description = buffer_.found.descriptions[step];
    return description.kind == StepKind::crash || description.kind == StepKind::loss ||
           description.kind == StepKind::fault || !description.note.empty();
  }

  const TransitionSystem& system_;
  StepBuffer buffer_;
  std::mt19937_64 random_;
  RandomWalk walk_;
  std::map<std::vector<std::uint64_t>, std::size_t> visited_;
};

}  // namespace

RandomWalk random_walk(const TransitionSystem& system, std::uint64_t seed, std::size_t most_steps) {
  return Walker(system, seed).run(most_steps);
}

}  // namespace quorate
