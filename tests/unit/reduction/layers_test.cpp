#include "reduction/layers.hpp"

#include <gtest/gtest.h>

#include "reduction/explored.hpp"
#include "reduction/layer_check.hpp"
#include "verify/gate/symmetry_plan.hpp"
#include "verify/run/system_stack.hpp"
#include "verify/run/unreduced_search.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {
namespace {

// Every layer has something to do here: votes that come too late are dead, voters are alike, and their steps
// commute.
const std::string election = R"(
protocol election
channels reliable, unordered
role voter[3] var voted: bool := false
role counter var votes: 0..2 := 0
message VOTE(choice: 1..2)
rule ballot of voter v: when not v.voted do v.voted := true; send VOTE(any(k: 1..2 | true)) to all counter
rule count of counter c on VOTE from voter v: when c.votes < 2 do c.votes := c.votes + 1
invariant undecided: all(c: counter | c.votes < 2)
)";

Reductions everything(const Model& model) {
  Reductions reductions;
  reductions.group = plan_symmetry(model, analyze_interchangeability(model), 0, Symmetry::role).group;
  reductions.forget = true;
  reductions.por = PartialOrder::lpor;
  reductions.check = true;
  reductions.visible = {PredicateId(0)};
  return reductions;
}

std::unique_ptr<SystemStack> stack_of(const Model& model, const Reductions& reductions) {
  std::vector<CompileProblem> problems;
  return SystemStack::make(model, {}, {}, reductions, problems);
}

TEST(Layers, LieUponEachOtherInOrder) {
  const Model model = model_of(election);
  const auto stack = stack_of(model, everything(model));
  ASSERT_TRUE(stack);
  std::vector<std::string> names;
  for (const Layer* const layer : stack->layers()) names.push_back(layer->name());
  EXPECT_EQ(names,
            (std::vector<std::string>{StubbornLayer::title, ForgettingLayer::title, SymmetryLayer::title}));
  EXPECT_EQ(&stack->top(), &stack->wanted().symmetry->system());
  const auto plain = stack_of(model, {});
  EXPECT_EQ(&plain->top(), &plain->unreduced());
}

// A layer of which nobody has shown that it keeps the answer stays away, whatever is wanted.
TEST(Layers, AreUsedForWhatTheyServeOnly) {
  using Question = Purpose::Question;
  const Model model = model_of(election);
  const auto used = [&](const Purpose& purpose) {
    Reductions reductions = everything(model);
    reductions.purpose = purpose;
    const auto stack = stack_of(model, reductions);
    std::vector<std::string> names;
    for (const Layer* const layer : stack->layers()) names.push_back(layer->name());
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(used({Question::runs, false}), (Names{StubbornLayer::title, SymmetryLayer::title}));
  EXPECT_EQ(used({Question::branching, false}), (Names{StubbornLayer::title, SymmetryLayer::title}));
  EXPECT_EQ(used({Question::states, true}), (Names{StubbornLayer::title}));
}

TEST(Layers, APathIsLiftedThroughAllOfThem) {
  const Model model = model_of(election);
  const auto stack = stack_of(model, everything(model));
  ASSERT_TRUE(stack);
  const SearchOutcome outcome = stack->search({{GoalKind::invariant, PredicateId(0)}}, {});
  ASSERT_TRUE(outcome.result.violations[0]);
  const StatePath found = outcome.path_to(outcome.result.violations[0]->state);
  const LiftedPath lifted = stack->lifted(found);
  ASSERT_EQ(lifted.states.size(), found.size());
  EXPECT_EQ(replay(stack->unreduced(), lifted.states).mismatch, "");
  const Representative representative = stack->representative(stack->unreduced());
  for (std::size_t i = 0; i < found.size(); ++i) {
    PackedState state = lifted.states[i];
    representative(state.data());
    EXPECT_EQ(state, found[i]);
  }
}

TEST(Layers, EachChecksItself) {
  const Model model = model_of(election);
  const auto stack = stack_of(model, everything(model));
  ASSERT_TRUE(stack);
  const std::vector<Goal> goals{{GoalKind::invariant, PredicateId(0)}};
  ASSERT_TRUE(stack->search({}, {}).result.account.balanced());
  UnreducedSearch unreduced(model, {}, goals);
  const std::string states = std::to_string(explore(model).states.size());
  std::vector<std::string> said;
  for (const Layer* const layer : stack->layers())
    said.push_back(layer->check([&] { return unreduced.states(); }));
  ASSERT_EQ(said.size(), 3U);
  EXPECT_NE(said[0].find("were verified completely in"), std::string::npos);
  const std::string everywhere =
      " make no difference in any of the " + states + " states of the unreduced system";
  EXPECT_EQ(said[1], "forgotten messages" + everywhere);
  EXPECT_EQ(said[2], "permuted processes" + everywhere);
}

TEST(Layers, SayWhyTheyCannotBeUsed) {
  std::string text = election;
  text.replace(text.find("unordered"), 9, "fifo");
  const Model model = model_of(text);
  Reductions reductions;
  reductions.forget = true;
  const auto stack = stack_of(model, reductions);
  ASSERT_TRUE(stack);
  EXPECT_TRUE(stack->layers().empty());
  EXPECT_EQ(&stack->top(), &stack->unreduced());
  ASSERT_NE(stack->wanted().forgetting, nullptr);
  EXPECT_FALSE(stack->wanted().forgetting->in_use());
  EXPECT_EQ(stack->wanted().forgetting->against(), "in a FIFO channel a dead message blocks those behind it");
}

TEST(LayerCheck, FindsStepsThatARepresentativeDoesNotHave) {
  const Model model = model_of(election);
  UnreducedSearch unreduced(model, {}, {});
  const UnreducedStates states = unreduced.states();
  PackedState first(states.system.shape().words);
  states.read(0, first.data());
  const Representative wrong = [&](std::uint64_t* state) { std::ranges::copy(first, state); };
  EXPECT_NE(check_representatives(states, wrong, AlikeSteps::together).flaw, "");
  const LayerCheck by_transition = check_representatives(states, wrong, AlikeSteps::by_transition);
  EXPECT_NE(by_transition.flaw.find("differs between a state and its representative"), std::string::npos);
  EXPECT_THROW(static_cast<void>(by_transition.told("this")), ReductionFlaw);
}

TEST(LayerCheck, FindsPropertiesThatARepresentativeDoesNotHave) {
  const Model model = model_of(R"(
protocol coins
role coin[2]
  var up: bool := any
invariant some: exists(c: coin | c.up)
)");
  UnreducedSearch asked(model, {}, {{GoalKind::invariant, PredicateId(0)}});
  const UnreducedStates states = asked.states();
  PackedState first(states.system.shape().words);
  states.read(0, first.data());
  const Representative one_for_all = [&](std::uint64_t* state) { std::ranges::copy(first, state); };
  EXPECT_NE(check_representatives(states, one_for_all, AlikeSteps::by_transition).flaw, "");
  UnreducedSearch unasked(model, {}, {});
  const LayerCheck without = check_representatives(unasked.states(), one_for_all, AlikeSteps::by_transition);
  EXPECT_EQ(without.flaw, "");
  EXPECT_EQ(without.states, 4U);
  EXPECT_EQ(without.representatives, 1U);
  EXPECT_TRUE(without.all);
}

}  // namespace
}  // namespace quorate
