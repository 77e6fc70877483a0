// Partial-order reduction belongs to the system and not to its product with an automaton (Siegel, CAV 2019:
// ample sets chosen in the product may differ for one state, and then the proofs do not hold). So a state's
// steps are asked for once, and every state of the automaton sees the same.
#include <gtest/gtest.h>

#include <map>

#include "temporal/ctl_star.hpp"
#include "temporal/table_system.hpp"

namespace quorate {
namespace {

// Two switches that go on and off independently; a state is two bits, and so are the predicates. Which switch
// moves is decided anew whenever the steps of a state are asked for, as by an ample set that depends on the
// search's stack.
class FickleSystem final : public TransitionSystem {
 public:
  FickleSystem() : transitions_(2) {}

  [[nodiscard]] Shape shape() const override { return {1, 2}; }
  [[nodiscard]] std::span<const Transition> transitions() const override { return transitions_; }
  void initial_states(StepBuffer& buffer) const override {
    const std::uint64_t off = 0;
    buffer.append(TransitionId(), &off);
  }
  void successors(StateView state, std::span<const TransitionId>, StepBuffer& buffer) const override {
    const int mover = asked_[state[0]]++ % 2;
    const std::uint64_t next = state[0] ^ (std::uint64_t{1} << mover);
    buffer.append(TransitionId(mover), &next);
  }
  Truth holds(PredicateId predicate, StateView state, StepBuffer&) const override {
    return (state[0] >> predicate.index() & 1) != 0 ? Truth::yes : Truth::no;
  }
  [[nodiscard]] StateDescription describe(StateView) const override { return {}; }
  [[nodiscard]] const std::map<std::uint64_t, int>& asked() const { return asked_; }

 private:
  std::vector<Transition> transitions_;
  mutable std::map<std::uint64_t, int> asked_;
};

void expect_each_asked_once(const FickleSystem& system) {
  EXPECT_FALSE(system.asked().empty());
  for (const auto& [state, times] : system.asked()) EXPECT_EQ(times, 1) << "state " << state;
}

const std::vector<PredicateId> both{PredicateId(0), PredicateId(1)};

TEST(RunGraph, AsksForTheStepsOfAStateOnceWhateverTheAutomaton) {
  const FickleSystem system;
  LtlPool pool;
  const LtlId p = pool.atom(0);
  const LtlId q = pool.atom(1);
  // Its negation has several states that meet each state of the system.
  const LtlId formula = pool.implication(pool.always(pool.eventually(p)), pool.eventually(pool.until(p, q)));
  const SearchOptions options;
  const LtlCheck answer = check_ltl(system, {&pool, formula, both}, {}, options);
  EXPECT_TRUE(answer.answered());
  EXPECT_FALSE(answer.holds());  // the second switch never moves in this reduction
  expect_each_asked_once(system);
}

TEST(RunGraph, AsksOnceForBranchingFormulas) {
  const FickleSystem system;
  GroundFormula may{FormulaKind::on_some_path, 0, {{FormulaKind::eventually, 0, {{}}}}};
  GroundFormula formula{FormulaKind::on_all_paths, 0, {{FormulaKind::always, 0, {may}}}};
  EXPECT_TRUE(check_ctl_star(system, formula, both, {}, SearchOptions{}).holds);
  expect_each_asked_once(system);
}

}  // namespace
}  // namespace quorate
