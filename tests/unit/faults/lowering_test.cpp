#include "faults/lowering.hpp"

#include <gtest/gtest.h>

#include "faults/fault_forms.hpp"
#include "native/emit_system.hpp"
#include "reduction/explored.hpp"

namespace quorate {
namespace {

// A kind of its own: processes that may be stopped for ever.
void lower_stop(Lowering& to) {
  const HiddenVariable stopped = to.flag("stopped", to.roles());
  to.stop_rules(stopped);
  to.step_that_marks("stop", stopped);
}

std::string nothing(const Model&, const Property*) {
  return "";
}

std::string deadlocks(const Model&, const Property* property) {
  return property != nullptr && property->kind == PropertyKind::no_deadlock ? "it can cause a deadlock" : "";
}

std::string formulas(const Model&, const Property* property) {
  return property != nullptr && property->kind == PropertyKind::temporal ? "it goes on for ever" : "";
}

DeclarableFault stop_if(std::string (*against_leaving_out)(const Model&, const Property*),
                        std::string (*against_steps)(const Model&, const Property*)) {
  return {"stop",
          FaultKind::lowered,
          {{"left out", against_leaving_out, nullptr}, {"explicit steps", against_steps, lower_stop}}};
}

const std::vector<DeclarableFault> kinds{stop_if(nothing, nothing)};
const ChosenForms left_out{{"stop", 0}};
const ChosenForms as_steps{{"stop", 1}};

Model counters() {
  const CheckedModel checked = check_text(R"(protocol counters
channels asynchronous, reliable, unordered
role a[2]
  var x: bool := false
  var stopped: bool := false
role b
  var x: bool := false
message M
rule go of a p: when not p.x do p.x := true; send M to all b
rule get of b q on M from a p: do q.x := true
monitor
  var steps: 0..1 := 0
  observe: steps := 1 - steps
invariant fine: all(p: a | not p.stopped)
)");
  EXPECT_TRUE(checked.model) << checked.text();
  return *checked.model;
}

Model with_line(Model model, std::vector<RoleId> roles, std::int64_t count) {
  FaultAssumption line;
  line.kind = FaultKind::lowered;
  line.word = "stop";
  line.roles = std::move(roles);
  line.count = count;
  model.faults.push_back(std::move(line));
  return model;
}

std::string emitted(const Model& model) {
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::make(model, {}, {}, problems);
  EXPECT_NE(system, nullptr);
  return system ? *emit_system(*system, nullptr, "m", "key") : "";
}

// Layout, transitions, guards and effects are all in the emitted text.
TEST(Lowering, LeavingOutAddsNothing) {
  const Model plain = counters();
  const Model lowered = lower(with_line(plain, {RoleId(0)}, 1), left_out, kinds);
  EXPECT_TRUE(lowered.faults.empty());
  EXPECT_EQ(lowered.rules.size(), plain.rules.size());
  EXPECT_EQ(lowered.roles[0].variables.size(), plain.roles[0].variables.size());
  EXPECT_EQ(emitted(lowered), emitted(plain));
}

TEST(Lowering, NothingExecutesADeclaration) {
  std::vector<CompileProblem> problems;
  EXPECT_EQ(ModelSystem::make(with_line(counters(), {RoleId(0)}, 1), {}, {}, problems), nullptr);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_NE(problems[0].message.find("not lowered"), std::string::npos);
}

TEST(Lowering, WhatIsMadeComesLastAndIsMarked) {
  const Model plain = counters();
  const Model lowered = lower(with_line(plain, {RoleId(0)}, 1), as_steps, kinds);
  ASSERT_EQ(lowered.roles[0].variables.size(), 3U);
  EXPECT_TRUE(lowered.roles[0].variables[2].hidden);
  EXPECT_EQ(lowered.roles[0].variables[2].name, "stopped_");  // the text has a `stopped`
  EXPECT_EQ(lowered.roles[1].variables.size(), 1U);
  ASSERT_EQ(lowered.rules.size(), 3U);
  EXPECT_EQ(lowered.rules[0].name, "go");
  EXPECT_TRUE(lowered.rules[2].fault);
  const Explored explored = explore(lowered);
  EXPECT_NE(emitted(lowered), emitted(plain));
  // Each a has sent or not, and its message waits or was taken: 9, which decide all the rest but who is
  // stopped.
  EXPECT_EQ(explored.states.size(), 3U * 9U);
}

// Every line that names a process must have room.
TEST(Lowering, LinesAreCountedOneByOne) {
  const auto states = [](std::int64_t of_all, std::int64_t of_a) {
    Model model = with_line(counters(), {RoleId(0), RoleId(1)}, of_all);
    model.rules.clear();
    return explore(lower(with_line(model, {RoleId(0)}, of_a), as_steps, kinds)).states.size();
  };
  EXPECT_EQ(states(3, 2), 8U);
  EXPECT_EQ(states(3, 1), 6U);  // none, one or the other of a; times b
  EXPECT_EQ(states(1, 2), 4U);
  EXPECT_EQ(states(3, 0), 2U);
  EXPECT_EQ(states(0, 2), 1U);
}

// A lowered fault is left out if that is sound, and otherwise made of steps, if those are sound.
TEST(Lowering, FormsAreAskedFor) {
  const std::vector<DeclarableFault> choosy{stop_if(deadlocks, formulas)};
  const Model model = with_line(counters(), {RoleId(0)}, 1);
  const auto choose = [&](PropertyKind kind, const std::vector<DeclarableFault>& among) {
    Property property;
    property.name = "p";
    property.kind = kind;
    return choose_fault_forms(model, &property, {}, among);
  };
  EXPECT_EQ(choose(PropertyKind::invariant, choosy).forms, left_out);
  EXPECT_EQ(choose(PropertyKind::temporal, choosy).forms, left_out);
  EXPECT_EQ(choose(PropertyKind::no_deadlock, choosy).forms, as_steps);
  EXPECT_EQ(choose(PropertyKind::no_deadlock, choosy).notes,
            std::vector<std::string>{"`stop` faults are explicit steps for p: it can cause a deadlock"});
  const std::vector<DeclarableFault> neither{stop_if(formulas, formulas)};
  EXPECT_EQ(
      choose(PropertyKind::temporal, neither).refusal,
      "`stop` faults cannot be left out because it goes on for ever, nor explicit steps because it goes "
      "on for ever");
  EXPECT_EQ(choose_fault_forms(model, nullptr, {}, choosy).forms, left_out);
}

TEST(Lowering, StatesAndStepsSayIt) {
  const auto explored = explore(lower(with_line(counters(), {RoleId(1)}, 1), as_steps, kinds));
  StepBuffer buffer(explored.system->shape().words);
  explored.system->initial_states(buffer);
  const PackedState first(buffer.state(0).begin(), buffer.state(0).end());
  EXPECT_TRUE(explored.system->describe(first).processes[2].marks.empty());
  buffer.clear();
  buffer.asked.describe_steps = true;
  explored.system->successors(first, {}, buffer);
  ASSERT_EQ(buffer.size(), 3U);
  EXPECT_EQ(buffer.found.descriptions[2].kind, StepKind::fault);
  EXPECT_EQ(buffer.found.descriptions[2].transition, "stop(b[1])");
  const auto described = explored.system->describe(buffer.state(2)).processes[2];
  EXPECT_EQ(described.marks, std::vector<std::string>{"stopped"});
  EXPECT_EQ(described.variables.size(), 1U);
  // The monitor counts the steps that it sees, and this is none.
  const auto monitors = explored.system->describe(first).monitors;
  EXPECT_EQ(explored.system->describe(buffer.state(2)).monitors, monitors);
  EXPECT_NE(explored.system->describe(buffer.state(0)).monitors, monitors);
}

}  // namespace
}  // namespace quorate
