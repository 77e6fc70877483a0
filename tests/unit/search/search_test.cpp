#include "search/search.hpp"

#include <gtest/gtest.h>

#include "search/grid_system.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {
namespace {

constexpr std::uint64_t never = UINT64_MAX;
const std::vector<Goal> invariant{{GoalKind::invariant, PredicateId(0)}};

SearchOptions in_order(SearchOrder order) {
  SearchOptions options;
  options.order = order;
  return options;
}

TEST(Search, VisitsEveryStateOnceInBothOrders) {
  const GridSystem grid(5, 3, never);
  for (const auto order : {SearchOrder::breadth_first, SearchOrder::depth_first}) {
    const auto outcome = search(grid, invariant, in_order(order));
    EXPECT_EQ(outcome.result.stop, StopReason::finished);
    EXPECT_EQ(outcome.result.statistics.states, 1024U);              // 4^5
    EXPECT_EQ(outcome.result.statistics.transitions, 5U * 3 * 256);  // 5 counters, 3 increments, 4^4 others
    EXPECT_EQ(outcome.result.statistics.initial_states, 1U);
    EXPECT_EQ(outcome.result.statistics.depth, 15U);
    EXPECT_FALSE(outcome.result.violations[0]);
  }
}

TEST(Search, BreadthFirstFindsAViolationAtItsLeastDepth) {
  const GridSystem grid(3, 9, 4);
  const auto outcome = search(grid, invariant, in_order(SearchOrder::breadth_first));
  ASSERT_TRUE(outcome.result.violations[0]);
  const auto path = outcome.path_to(outcome.result.violations[0]->state);
  EXPECT_EQ(path.size(), 5U);
  const auto replayed = replay(grid, path);
  EXPECT_EQ(replayed.mismatch, "");
  EXPECT_EQ(replayed.trace.steps.size(), 4U);
}

TEST(Search, DepthFirstFindsAViolationWithAPathThatCanBeReplayed) {
  const GridSystem grid(3, 9, 20);
  const auto outcome = search(grid, invariant, in_order(SearchOrder::depth_first));
  ASSERT_TRUE(outcome.result.violations[0]);
  EXPECT_EQ(replay(grid, outcome.path_to(outcome.result.violations[0]->state)).mismatch, "");
}

TEST(Search, FindsTheOnlyDeadlock) {
  const GridSystem grid(2, 4, 0);  // predicate 0 never holds: no end state is allowed
  const auto outcome = search(grid, {{GoalKind::no_deadlock, PredicateId(0)}}, {});
  ASSERT_TRUE(outcome.result.violations[0]);
  EXPECT_EQ(outcome.result.violations[0]->state, 24U);  // the last of 5 * 5
}

TEST(Search, StopsAtTheLimitOnStates) {
  SearchOptions options;
  options.limits.max_states = 100;
  const auto outcome = search(GridSystem(4, 30, never), invariant, options);
  EXPECT_EQ(outcome.result.stop, StopReason::state_limit);
}

SearchOptions by_threads(unsigned threads) {
  SearchOptions options;
  options.parallel = {threads, 100};
  return options;
}

TEST(ParallelSearch, CountsAsOneThreadDoes) {
  const GridSystem grid(9, 2, never);  // three words: a tree
  const auto one = search(grid, invariant, {});
  for (const unsigned threads : {2U, 5U}) {
    const auto several = search(grid, invariant, by_threads(threads));
    EXPECT_EQ(several.result.stop, StopReason::finished);
    EXPECT_EQ(several.result.statistics.states, one.result.statistics.states);
    EXPECT_EQ(several.result.statistics.transitions, one.result.statistics.transitions);
    EXPECT_EQ(several.result.statistics.depth, 18U);
    EXPECT_EQ(several.store->size(), one.store->size());
  }
}

TEST(ParallelSearch, FindsTheCounterexampleOfOneThread) {
  const GridSystem grid(4, 30, 25);
  const auto one = search(grid, invariant, {});
  const auto several = search(grid, invariant, by_threads(3));
  ASSERT_TRUE(several.result.violations[0]);
  EXPECT_EQ(several.path_to(several.result.violations[0]->state),
            one.path_to(one.result.violations[0]->state));
}

// What is reported of a small search does not depend on the number of threads.
TEST(ParallelSearch, ReportsSmallSearchesAsOneThreadDoes) {
  for (const std::uint64_t forbidden : {std::uint64_t{25}, never}) {
    const GridSystem grid(4, 20, forbidden);
    const auto one = search(grid, invariant, {});
    SearchOptions options;
    options.parallel = {2, 1'000'000, 100};
    const auto several = search(grid, invariant, options);
    EXPECT_EQ(several.result.violations[0].has_value(), forbidden != never);
    EXPECT_EQ(several.result.statistics.states, one.result.statistics.states);
    EXPECT_EQ(several.result.statistics.transitions, one.result.statistics.transitions);
    options.limits.max_states = 5000;
    EXPECT_EQ(search(grid, invariant, options).result.statistics.states, 5000U);
  }
}

TEST(ParallelSearch, FindsTheOnlyDeadlock) {
  const GridSystem grid(4, 9, 0);
  const auto several = search(grid, {{GoalKind::no_deadlock, PredicateId(0)}}, by_threads(2));
  ASSERT_TRUE(several.result.violations[0]);
  EXPECT_EQ(several.path_to(several.result.violations[0]->state).size(), 37U);
}

// A grid in which the steps of a state with this sum are too many.
class CrowdedGrid final : public TransitionSystem {
 public:
  explicit CrowdedGrid(std::uint64_t sum) : grid_(4, 9, sum) {}
  [[nodiscard]] Shape shape() const override { return grid_.shape(); }
  [[nodiscard]] std::span<const Transition> transitions() const override { return grid_.transitions(); }
  void initial_states(StepBuffer& buffer) const override { grid_.initial_states(buffer); }
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override {
    grid_.successors(state, chosen, buffer);
    if (grid_.holds(PredicateId(0), state, buffer) == Truth::no) buffer.trouble.too_many = true;
  }
  Truth holds(PredicateId, StateView, StepBuffer&) const override { return Truth::yes; }
  [[nodiscard]] StateDescription describe(StateView) const override { return {}; }

 private:
  GridSystem grid_;
};

TEST(ParallelSearch, GivesUpWhereOneThreadDoes) {
  EXPECT_EQ(search(CrowdedGrid(20), invariant, {}).result.stop, StopReason::too_many_steps);
  EXPECT_EQ(search(CrowdedGrid(20), invariant, by_threads(2)).result.stop, StopReason::too_many_steps);
}

TEST(ParallelSearch, StopsAtLimits) {
  SearchOptions options = by_threads(2);
  options.limits.max_states = 5000;
  EXPECT_EQ(search(GridSystem(4, 30, never), invariant, options).result.stop, StopReason::state_limit);
  options = by_threads(2);
  options.limits.max_bytes = 2'000'000;
  const auto outcome = search(GridSystem(6, 30, never), invariant, options);
  EXPECT_EQ(outcome.result.stop, StopReason::memory_limit);
  EXPECT_LT(outcome.store->bytes(), 2'500'000U);
}

TEST(Replay, RefusesAPathThatIsNotOne) {
  const GridSystem grid(2, 4, never);
  EXPECT_NE(replay(grid, {{1}}).mismatch, "");            // not initial
  EXPECT_NE(replay(grid, {{0}, {1}, {3}}).mismatch, "");  // a counter jumps by two
  EXPECT_EQ(replay(grid, {{0}, {1}, {2}}).mismatch, "");
}

}  // namespace
}  // namespace quorate
