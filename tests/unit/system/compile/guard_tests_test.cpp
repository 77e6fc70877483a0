#include "system/compile/guard_tests.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "language/checked_model.hpp"
#include "system/execute/executable.hpp"
#include "system/execute/interpreter.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {
namespace {

// The answers of the tests of a guard in all states with x and y of 0..3 (z is undefined), and those of the
// interpreter.
struct Sayings {
  std::size_t agree = 0;      // both say yes, or both no
  std::size_t undecided = 0;  // left to the interpreter
};

Sayings sayings_of(const std::string& guard) {
  const Model model = model_of(fmt::format(R"(
protocol guards
role a var x: 0..3 := any
       var y: 0..3 := any
       var z: 0..3
function later(first: bool, v: 0..3): bool = v > 1 and first
rule act of a p: when {} do p.x := 0
invariant small: all(p: a | p.x <= 3)
)",
                                           guard));
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::make(model, {}, {}, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(system->transitions().size(), 1U);
  const Action& action = system->executable().actions[0];
  StepBuffer buffer(system->shape().words);
  system->initial_states(buffer);
  EXPECT_EQ(buffer.size(), 16U);
  Sayings sayings;
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    std::vector<std::uint64_t> state(buffer.state(i).begin(), buffer.state(i).end());
    ModelFailure failure;
    Machine machine;
    machine.state = state.data();
    machine.failure = &failure;
    machine.self = 0;
    const Interpreter interpreter{system->layout(), system->tables(), model};
    const bool holds = action.guard.always_true || interpreter.run(action.guard, machine) != 0;
    const auto decided = action.tests.decide(state.data(), 0);
    if (!decided) {
      ++sayings.undecided;
      continue;
    }
    EXPECT_FALSE(failure.failed()) << guard << " in state " << i;
    EXPECT_EQ(*decided, holds) << guard << " in state " << i;
    ++sayings.agree;
  }
  return sayings;
}

TEST(GuardTests, ConjunctionsOfComparisonsAreDecided) {
  for (const std::string guard :
       {"p.x < 3", "p.x = 2", "p.x > 1 and p.y <= 2", "p.x != 1 and p.x < p.y and p.y > 1",
        "p.x = 1 and (p.y >= 2 and p.y != 3)", "3 > p.x and p.y = p.x", "1 <= p.x and 2 >= p.y"}) {
    EXPECT_EQ(sayings_of(guard).agree, 16U) << guard;
  }
}

// Other conditions are left to the interpreter; a comparison before them may be false already.
TEST(GuardTests, WhatElseThereIsIsLeftToTheInterpreter) {
  EXPECT_EQ(sayings_of("p.x = 1 or p.y = 1").agree, 0U);
  EXPECT_EQ(sayings_of("not (p.x = 1)").agree, 0U);
  EXPECT_EQ(sayings_of("p.x + 1 < 3").agree, 0U);
  EXPECT_EQ(sayings_of("p.x = 1 and p.x + p.y > 2").agree, 12U);
  EXPECT_EQ(sayings_of("p.x = 1 and (p.y = 1 or p.y = 2)").agree, 12U);
  EXPECT_EQ(sayings_of("if p.x = 1 then p.y = 1 else p.y = 2").agree, 0U);
}

// To read it is a model error, which a false comparison hides only if it comes before.
TEST(GuardTests, UndefinedVariablesAreNotCompared) {
  EXPECT_EQ(sayings_of("p.z = 1").agree, 0U);
  EXPECT_EQ(sayings_of("p.x = 1 and p.z = 1").agree, 12U);
  EXPECT_EQ(sayings_of("p.z = 1 and p.x = 1").agree, 0U);
  EXPECT_EQ(sayings_of("later(p.z = 1, p.x)").agree, 0U);
  EXPECT_EQ(sayings_of("later(p.y = 1, p.x)").undecided, 16U);
}

}  // namespace
}  // namespace quorate
