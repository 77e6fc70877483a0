// Two threads add one to a counter, each by reading it and then writing what it read plus one. Is the counter
// two when both are done? The example implements a transition system for Quorate's searches, and states facts
// for its partial-order reduction, outside of Quorate's source tree.
#include <array>
#include <cstdio>
#include <vector>

#include "quorate/lpor.hpp"
#include "quorate/search.hpp"

namespace {

using quorate::StateView;
using quorate::StepBuffer;
using quorate::TransitionId;

// A state unpacked: the counter, and for each thread where it is and what it has read.
struct Counters {
  std::uint64_t counter = 0;
  std::array<std::uint64_t, 2> place{};  // 0: about to read, 1: about to write, 2: done
  std::array<std::uint64_t, 2> seen{};

  static Counters of(StateView state) {
    const std::uint64_t word = state[0];
    return {word & 3, {(word >> 2) & 3, (word >> 4) & 3}, {(word >> 6) & 3, (word >> 8) & 3}};
  }
  [[nodiscard]] std::uint64_t packed() const {
    return counter | place[0] << 2 | place[1] << 4 | seen[0] << 6 | seen[1] << 8;
  }
};

class CounterSystem final : public quorate::TransitionSystem {
 public:
  CounterSystem() {
    for (const char* name : {"read(1)", "write(1)", "read(2)", "write(2)"}) {
      transitions_.emplace_back().name = name;
    }
  }

  [[nodiscard]] quorate::Shape shape() const override { return {.words = 1, .bits = 10}; }
  [[nodiscard]] std::span<const quorate::Transition> transitions() const override { return transitions_; }

  void initial_states(StepBuffer& buffer) const override {
    const std::uint64_t zero = 0;
    buffer.append(TransitionId(), &zero);
  }

  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override {
    for (std::size_t t = 0; t < transitions_.size(); ++t) {
      const bool wanted = chosen.empty() || std::ranges::find(chosen, TransitionId(t)) != chosen.end();
      Counters now = Counters::of(state);
      const std::size_t thread = t / 2;
      if (!wanted || now.place[thread] != t % 2) continue;
      ++now.place[thread];
      if (t % 2 == 0) {
        now.seen[thread] = now.counter;
      } else {
        now.counter = now.seen[thread] + 1;
      }
      const std::uint64_t word = now.packed();
      buffer.append(TransitionId(t), &word);
    }
  }

  quorate::Truth holds(quorate::PredicateId, StateView state, StepBuffer&) const override {
    const Counters now = Counters::of(state);
    const bool done = now.place[0] == 2 && now.place[1] == 2;
    return !done || now.counter == 2 ? quorate::Truth::yes : quorate::Truth::no;
  }

  [[nodiscard]] quorate::StateDescription describe(StateView) const override { return {}; }

 private:
  std::vector<quorate::Transition> transitions_;
};

// The two reads are independent; a write depends on what the other thread does.
std::size_t reduced_first_steps() {
  quorate::lpor::Relations relations;
  relations.transitions = 4;
  relations.dependent = [](std::size_t a, std::size_t b) {
    return a / 2 != b / 2 && (a % 2 == 1 || b % 2 == 1);
  };
  relations.can_enable = [](std::size_t a, std::size_t b) { return a % 2 == 0 && b == a + 1; };
  quorate::lpor::TransitionSet enabled(4);
  enabled.insert(0);
  enabled.insert(2);
  const quorate::lpor::NecessarySets sets(relations);
  quorate::lpor::TransitionSet room(4);
  std::size_t count = 0;
  sets.compute(enabled,
               [&](std::size_t t, const auto&) -> const quorate::lpor::TransitionSet& {
                 room = quorate::lpor::TransitionSet(4);
                 room.insert(t - 1);  // a write waits for its read
                 return room;
               })
      .for_each([&](std::size_t) { ++count; });
  return count;
}

}  // namespace

int main() {
  const CounterSystem system;
  const quorate::Goal two_at_the_end{quorate::GoalKind::invariant, quorate::PredicateId(0)};
  const quorate::SearchOutcome outcome = quorate::search(system, {two_at_the_end}, {});
  const auto& violation = outcome.result.violations[0];
  std::printf("%llu states, %s\n", static_cast<unsigned long long>(outcome.result.statistics.states),
              violation ? "violated" : "holds");
  if (!violation) return 1;
  const quorate::StatePath path = outcome.path_to(violation->state);
  std::printf("a shortest run of %zu steps loses an addition\n", path.size() - 1);
  std::printf("stubborn set of the first state: %zu of 2 steps\n", reduced_first_steps());
  return path.size() == 5 ? 0 : 1;
}
