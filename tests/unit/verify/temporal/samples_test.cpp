// Random runs: they are runs of the model, they end as they should, and what they saw of the predicates.
#include "verify/temporal/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "language/checked_model.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {
namespace {

Model model_of(const std::string& text) {
  CheckedModel checked = check_text("protocol test\n" + text);
  if (!checked.model) ADD_FAILURE() << checked.text();
  return *checked.model;
}

Samples samples_of(const std::string& text, std::uint64_t runs, const CheckOptions& options = {}) {
  return take_samples(model_of(text), options, {runs, 1});
}

std::vector<std::string> transitions(const SampleRun& run) {
  std::vector<std::string> names;
  for (const StepDescription& step : run.trace.steps) names.push_back(step.transition);
  return names;
}

const std::string lossy = R"(
channels asynchronous, lossy, unordered
faults p: at most 1 crash
message M()
role p[2] var sent: bool := false
role q var got: 0..2 := 0
rule say of p i: when not i.sent do i.sent := true; send M() to all q
rule hear of q i on M from p j: when i.got < 2 do i.got := i.got + 1
invariant fine: all(i: q | i.got <= 2)
)";

TEST(Samples, AreRunsAndTheSameEveryTime) {
  const Model model = model_of(lossy);
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::make(
      model, Semantics{Traffic::grm, CrashModel::explicit_, LossModel::explicit_}, {}, problems);
  ASSERT_TRUE(system);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomWalk walk = random_walk(*system, seed, 30);
    EXPECT_EQ(walk.end, WalkEnd::rests);
    EXPECT_EQ(walk.steps.size() + 1, walk.states.size());
    EXPECT_EQ(replay(*system, walk.states).mismatch, "");
    EXPECT_EQ(random_walk(*system, seed, 30).states, walk.states);
  }
  const Samples few = samples_of(lossy, 2);
  const Samples many = samples_of(lossy, 5);
  EXPECT_EQ(transitions(few.runs[1]), transitions(many.runs[1]));
}

TEST(Samples, FaultsAreStepsUnlessTheOptionsSayOtherwise) {
  const auto kinds = [](const Samples& samples, StepKind kind) {
    std::int64_t count = 0;
    for (const SampleRun& run : samples.runs) {
      count += std::ranges::count(run.trace.steps, kind, &StepDescription::kind);
    }
    return count;
  };
  const Samples all = samples_of(lossy, 50);
  EXPECT_EQ(all.semantics.crash, CrashModel::explicit_);
  EXPECT_GT(kinds(all, StepKind::crash), 0);
  EXPECT_GT(kinds(all, StepKind::loss), 0);
  CheckOptions options;
  options.traffic = Traffic::grm;
  options.crash = CrashModel::implicit_;
  options.loss = LossModel::implicit_;
  const Samples none = samples_of(lossy, 50, options);
  EXPECT_EQ(kinds(none, StepKind::crash), 0);
  EXPECT_EQ(kinds(none, StepKind::loss), 0);
  EXPECT_GT(kinds(none, StepKind::delivery), 0);
}

// A step from a state that the run has met before is taken if it is the only one; otherwise the run prefers
// new states.
TEST(Samples, ALoopThatCannotBeAvoidedEndsTheRun) {
  const Samples samples = samples_of(R"(
role p var x: 0..9 := 0
rule up of p i: when i.x < 9 do i.x := i.x + 1
rule down of p i: when i.x > 3 do i.x := i.x - 1
invariant fine: true
)",
                                     20);
  for (const SampleRun& run : samples.runs) {
    EXPECT_EQ(run.end, WalkEnd::loops);
    EXPECT_EQ(run.trace.steps.size(), 10U);
    EXPECT_EQ(run.trace.loop_start, 8U);
    EXPECT_EQ(run.trace.states[8], run.trace.states.back());
  }
}

TEST(Samples, ALongRunIsCut) {
  const Samples samples = samples_of(R"(
role p var x: 0..999 := 0
rule up of p i: when i.x < 999 do i.x := i.x + 1
invariant fine: true
)",
                                     1);
  EXPECT_EQ(samples.runs[0].end, WalkEnd::cut);
  EXPECT_EQ(samples.runs[0].trace.steps.size(), 100U);
  EXPECT_FALSE(samples.runs[0].trace.loop_start.has_value());
}

TEST(Samples, AModelErrorEndsTheRun) {
  const Samples samples = samples_of(R"(
role p var x: 0..3 := 2
rule up of p i: do i.x := i.x + 1
invariant fine: true
)",
                                     1);
  EXPECT_EQ(samples.runs[0].end, WalkEnd::failed);
  EXPECT_EQ(samples.runs[0].trace.steps.size(), 1U);
  EXPECT_NE(samples.runs[0].trace.failure, "");
}

TEST(Samples, AModelWithoutInitialStatesHasNoRuns) {
  const Samples samples = samples_of(R"(
type pID: role[1];
var p: array[pID] of record x: 0..1 end;
init
  [](i: pID) start: if false then p[i].x := 0 endif
rules
  [](i: pID) go: if p[i].x = 0 then p[i].x := 1 endif
t: G p[1].x = 1
)",
                                     3);
  EXPECT_TRUE(samples.runs.empty());
  EXPECT_NE(samples.problem, "");
}

TEST(Samples, ChannelsGetTheRoomThatTheyNeed) {
  const Samples samples = samples_of(R"(
message M()
role p var x: 0..20 := 0
role q
rule say of p i: when i.x < 20 do i.x := i.x + 1; send M() to all q
invariant fine: true
)",
                                     1);
  EXPECT_EQ(samples.problem, "");
  ASSERT_EQ(samples.runs.size(), 1U);
  EXPECT_EQ(samples.runs[0].trace.steps.size(), 20U);
}

// "true/false" for each predicate of the property, in the order of the text, over one run through x = 0,
// 1, 2.
std::string seen(const std::string& property) {
  const Samples samples = samples_of(R"(
role p var x: 0..3 := 0; y: 0..3
rule up of p i: when i.x < 2 do i.x := i.x + 1
function at(k: 0..3): bool = all(i: p | i.x = k)
)" + property,
                                     1);
  std::string text;
  for (const SeenPredicate& p : samples.properties.at(0).predicates) {
    const char* const part = p.part == WatchedPart::premise      ? "premise "
                             : p.part == WatchedPart::assumption ? "assumption "
                                                                 : "";
    text += (text.empty() ? "" : ", ") + std::string(part) + std::to_string(p.true_in) + "/" +
            std::to_string(p.false_in);
  }
  return text;
}

TEST(Samples, SayWhichPredicatesWereTrue) {
  EXPECT_EQ(seen("invariant t: at(0) or at(3)"), "1/1, 0/1");
  EXPECT_EQ(seen("property t: G (at(3) => F at(1))"), "premise 0/1, 1/1");
  EXPECT_EQ(seen("property t: F at(2) => G F not at(3)"), "premise 1/1, 0/1");
  // A premise as a whole, and its parts: both can be true, but not together.
  EXPECT_EQ(seen("invariant t: at(0) and at(2) => at(1)"), "premise 0/1, premise 1/1, premise 1/1, 1/1");
  // Of some process, for each value.
  EXPECT_EQ(seen("invariant t: all(i: p | i.x = 3 => i.x = 1)"), "premise 0/1, 1/1");
  EXPECT_EQ(seen("property t: all(k: 0..3 | F at(k))"), "1/1");
  // Only the processes that are meant.
  EXPECT_EQ(seen("invariant t: all(i: p where i.x = 2 | i.x < 1)"), "premise 1/1, 0/1");
  EXPECT_EQ(seen("invariant t: all(i: p where false | i.x < 1)"), "0/0");
  // Undefined behind its guard: neither true nor false.
  EXPECT_EQ(seen("invariant t: all(i: p | isundefined(i.y) or i.y = 1)"), "1/0, 0/0");
  EXPECT_EQ(seen("fairness f: justice at(3), compassion (at(1), at(0))\nproperty t: F at(2) under f"),
            "assumption 0/1, assumption 1/1, assumption 1/1, 1/1");
}

}  // namespace
}  // namespace quorate
