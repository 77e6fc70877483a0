#include "search/runs/stateless.hpp"

#include <gtest/gtest.h>

#include "language/checked_model.hpp"
#include "search/grid_system.hpp"
#include "verify/run/check.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {
namespace {

CheckReport checked(const std::string& text, const std::optional<PartialOrder> por, bool stateless = true) {
  CheckOptions options;
  options.por = por;
  options.stateless = stateless;
  return check(model_of(text), options);
}

// Two processes, three steps each, that have nothing to do with each other.
const std::string strangers = R"(
protocol strangers
role a var x: 0..3 := 0
role b var x: 0..3 := 0
rule go of a p: when p.x < 3 do p.x := p.x + 1
rule walk of b p: when p.x < 3 do p.x := p.x + 1
invariant nothing: true
)";

// Whoever's message is taken first wins; the receiver takes one only.
const std::string race = R"(
protocol race
role a var sent: bool := false
role c var sent: bool := false
role b var winner: 0..2 := 0
message ONE, TWO
rule send_one of a p: when not p.sent do p.sent := true; send ONE to all b
rule send_two of c p: when not p.sent do p.sent := true; send TWO to all b
rule take_one of b q on ONE from a p: when q.winner = 0 do q.winner := 1
rule take_two of b q on TWO from c p: when q.winner = 0 do q.winner := 2
invariant nothing: true
)";

TEST(Stateless, VisitsAStateOnceForEveryPathToIt) {
  const GridSystem grid(2, 2, UINT64_MAX);
  const auto outcome = search_stateless(grid, {{GoalKind::invariant, PredicateId(0)}}, {}, nullptr);
  EXPECT_EQ(outcome.result.stop, StopReason::finished);
  // Paths to (i, j): i + j over i; summed over the grid: 1 2 3, 1 3 6 and so on.
  EXPECT_EQ(outcome.result.statistics.states, 1U + 1 + 1 + 1 + 2 + 3 + 1 + 3 + 6);
  EXPECT_EQ(outcome.result.statistics.transitions, 18U);
  EXPECT_EQ(outcome.result.statistics.depth, 4U);
}

TEST(Stateless, TracesComeFromThePath) {
  const GridSystem grid(3, 9, 4);
  const auto outcome = search_stateless(grid, {{GoalKind::invariant, PredicateId(0)}}, {}, nullptr);
  ASSERT_TRUE(outcome.result.violations[0]);
  const auto path = outcome.path_to(outcome.result.violations[0]->state);
  EXPECT_EQ(path.size(), 5U);
  EXPECT_EQ(replay(grid, path).mismatch, "");
}

TEST(Dpor, TakesOneOrderOfIndependentSteps) {
  const auto report = checked(strangers, PartialOrder::dpor);
  ASSERT_EQ(report.results.size(), 1U);
  EXPECT_EQ(report.results[0].verdict(), Verdict::holds);
  EXPECT_EQ(report.results[0].statistics.states, 7U);  // 3 + 3 steps
  EXPECT_EQ(report.results[0].statistics.transitions, 6U);
}

TEST(Dpor, WithoutItAllOrdersAreTaken) {
  const auto report = checked(strangers, PartialOrder::none);
  ASSERT_EQ(report.results.size(), 1U);
  // Paths in a grid of 4 x 4: the sum of all (i + j over i) is (8 over 4) - 1.
  EXPECT_EQ(report.results[0].statistics.states, 69U);
}

TEST(Dpor, TakesBothOrdersOfARace) {
  const auto report = checked(race, PartialOrder::dpor);
  ASSERT_EQ(report.results.size(), 1U);
  EXPECT_EQ(report.results[0].verdict(), Verdict::holds);
  // Both send, and either message is taken: two runs with their first two steps in common.
  EXPECT_EQ(report.results[0].statistics.states, 5U);
  EXPECT_EQ(report.results[0].statistics.transitions, 4U);
}

// send_one, take_one, send_two, take_two comes first. take_two races with take_one, and send_two comes before
// it: after send_one, send_two the other order is tried. There take_one sleeps until take_two wakes it, so
// that the first order is not executed again: 1 + 4 and then 3 states.
TEST(Dpor, DoesNotRepeatAnOrder) {
  const auto report = checked(R"(
protocol orders
role b var order: 0..7 := 1
role a var sent: bool := false
role c var sent: bool := false
message ONE, TWO
rule take_one of b q on ONE from a p: do q.order := 2 * q.order + 1
rule take_two of b q on TWO from c p: do q.order := 2 * q.order
rule send_one of a p: when not p.sent do p.sent := true; send ONE to all b
rule send_two of c p: when not p.sent do p.sent := true; send TWO to all b
invariant last: all(q: b | q.order != 4)
)",
                              PartialOrder::dpor);
  ASSERT_EQ(report.results.size(), 1U);
  EXPECT_EQ(report.results[0].verdict(), Verdict::holds);
  EXPECT_EQ(report.results[0].statistics.states, 8U);
}

// After send_one, take_one has two steps. Below the first, take_two shows that send_two must be tried before
// it, and that comes before the second step. If take_one slept there, the second step would never come
// between send_two and take_two.
TEST(Dpor, ATransitionSleepsOnlyWhenAllItsStepsWereTaken) {
  const auto report = checked(R"(
protocol halves
role b var order: 0..7 := 1; pick: 0..1 := 0
role a var sent: bool := false
role c var sent: bool := false
message ONE, TWO
rule send_two of c p: when not p.sent do p.sent := true; send TWO to all b
rule give_up of c p: when not p.sent do p.sent := true
rule take_one of b q on ONE from a p: do q.order := 2 * q.order + 1; q.pick := any(z: 0..1)
rule take_two of b q on TWO from c p: do q.order := 2 * q.order
rule send_one of a p: when not p.sent do p.sent := true; send ONE to all b
invariant last: all(q: b | not (q.order = 6 and q.pick = 1))
)",
                              PartialOrder::dpor);
  ASSERT_EQ(report.results.size(), 1U);
  EXPECT_EQ(report.results[0].verdict(), Verdict::violated);
}

TEST(Dpor, FindsAViolationInOneOfTheOrders) {
  for (const std::string winner : {"1", "2"}) {
    std::string text = race;
    text.replace(text.find("nothing: true"), 13,
                 "not_" + winner + ": all(q: b | q.winner != " + winner + ")");
    const auto report = checked(text, PartialOrder::dpor);
    ASSERT_EQ(report.results.size(), 1U);
    EXPECT_EQ(report.results[0].verdict(), Verdict::violated);
    EXPECT_FALSE(report.trouble);
  }
}

TEST(Dpor, IsRefusedWhereRunsNeedNotEnd) {
  const auto report = checked(R"(
protocol endless
role a[2] var x: bool := false
rule flip of a p: do p.x := not p.x
invariant nothing: true
)",
                              PartialOrder::dpor, false);
  ASSERT_EQ(report.results.size(), 1U);
  EXPECT_EQ(report.results[0].verdict(), Verdict::inconclusive);
  EXPECT_NE(report.results[0].reason().find("every run"), std::string::npos);
}

}  // namespace
}  // namespace quorate
