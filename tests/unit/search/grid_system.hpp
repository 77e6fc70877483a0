// A transition system written by hand: counters that count up to a limit. Its numbers are known in closed
// form.
#pragma once

#include <atomic>

#include "system/seam/transition_system.hpp"

namespace quorate {

// `counters` counters from 0 to `limit`, packed 16 bits each. Predicate 0: the sum is below `bad_sum`.
class GridSystem final : public TransitionSystem {
 public:
  GridSystem(std::size_t counters, std::uint64_t limit, std::uint64_t bad_sum)
      : counters_(counters), limit_(limit), bad_sum_(bad_sum) {
    for (std::size_t i = 0; i < counters; ++i) {
      Transition transition;
      transition.name = "count(" + std::to_string(i) + ")";
      transitions_.push_back(transition);
    }
  }

  [[nodiscard]] Shape shape() const override { return {(counters_ * 16 + 63) / 64, counters_ * 16}; }
  [[nodiscard]] std::span<const Transition> transitions() const override { return transitions_; }
  void initial_states(StepBuffer& buffer) const override {
    const std::vector<std::uint64_t> zero(shape().words, 0);
    buffer.append(TransitionId(), zero.data());
    if (buffer.asked.describe_steps) buffer.found.descriptions.emplace_back();
  }
  void successors(StateView state, std::span<const TransitionId>, StepBuffer& buffer) const override {
    for (std::size_t i = 0; i < counters_; ++i) {
      if (value(state, i) == limit_) continue;
      const TransitionId transition(static_cast<std::int64_t>(i));
      buffer.append(transition, state.data())[i / 4] += std::uint64_t{1} << (i % 4 * 16);
      if (buffer.asked.asleep.contains(transition)) {
        buffer.put_to_sleep(buffer.size() - 1);
        continue;
      }
      ++made;
      if (buffer.asked.describe_steps)
        buffer.found.descriptions.push_back({StepKind::rule, transitions_[i].name, "", "count", {}, {}, ""});
    }
  }
  Truth holds(PredicateId, StateView state, StepBuffer&) const override {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < counters_; ++i) sum += value(state, i);
    return sum < bad_sum_ ? Truth::yes : Truth::no;
  }
  [[nodiscard]] StateDescription describe(StateView) const override { return {}; }

  mutable std::atomic<std::size_t> made{0};  // steps that were not asleep

 private:
  static std::uint64_t value(StateView state, std::size_t i) {
    return (state[i / 4] >> (i % 4 * 16)) & 0xFFFF;
  }

  std::size_t counters_;
  std::uint64_t limit_;
  std::uint64_t bad_sum_;
  std::vector<Transition> transitions_;
};

}  // namespace quorate
