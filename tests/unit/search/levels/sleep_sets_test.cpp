#include "search/levels/sleep_sets.hpp"

#include <gtest/gtest.h>

#include "search/grid_system.hpp"
#include "search/search.hpp"

namespace quorate {

namespace {

TransitionId transition(std::size_t number) {
  return TransitionId(static_cast<std::int64_t>(number));
}

// Counters commute with each other, none with itself.
std::shared_ptr<Independence> counters(std::size_t count) {
  auto independence = std::make_shared<Independence>();
  independence->commuting.resize(count);
  independence->quietly_commuting.resize(count);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      if (a == b) continue;
      independence->commuting[a].insert(transition(b));
      independence->quietly_commuting[a].insert(transition(b));
    }
  }
  return independence;
}

TransitionBits set_of(std::initializer_list<std::size_t> members) {
  TransitionBits set;
  for (const std::size_t member : members) set.insert(transition(member));
  return set;
}

}  // namespace

TEST(SleepSets, EveryStateOfAGridIsLookedUpOnce) {
  for (const unsigned threads : {1U, 3U}) {
    for (const StoreKind store : {StoreKind::tree, StoreKind::compact}) {
      const GridSystem grid(5, 4, 1000);
      SearchOptions options;
      options.independence = counters(5);
      options.parallel = {threads, 100, 100};
      options.store = store;
      options.compact_from = 100;
      const SearchOutcome outcome = search(grid, {{GoalKind::invariant, PredicateId(0)}}, options);
      EXPECT_EQ(outcome.result.statistics.states, 3125U);
      EXPECT_EQ(outcome.result.statistics.transitions, 5U * 4 * 625);
      EXPECT_EQ(outcome.result.statistics.depth, 20U);
      EXPECT_EQ(grid.made, 3124U) << threads << " threads";
    }
  }
}

TEST(SleepSets, CounterexamplesAreTheSame) {
  for (std::uint64_t bad = 1; bad < 12; ++bad) {
    const GridSystem grid(4, 3, bad);
    SearchOptions options;
    const std::vector<Goal> goals{{GoalKind::invariant, PredicateId(0)}};
    const SearchOutcome all = search(grid, goals, options);
    options.independence = counters(4);
    const SearchOutcome some = search(grid, goals, options);
    ASSERT_TRUE(all.result.violations[0] && some.result.violations[0]);
    EXPECT_EQ(all.path_to(all.result.violations[0]->state), some.path_to(some.result.violations[0]->state));
    EXPECT_EQ(all.result.violations[0]->statistics.states, some.result.violations[0]->statistics.states);
    EXPECT_EQ(all.result.violations[0]->statistics.transitions,
              some.result.violations[0]->statistics.transitions);
  }
}

TEST(SleepSets, SeveralArrivalsLeaveWhatAllAgreeOn) {
  const auto independence = counters(70);
  const auto sets = SleepSets::make(*independence, 10);
  ASSERT_TRUE(sets);
  EXPECT_TRUE(sets->asleep_in(9).empty());
  sets->arrive(12, set_of({1, 5, 40, 69}), true);
  sets->arrive(12, set_of({5, 6, 69}), false);
  for (std::size_t t = 0; t < 70; ++t)
    EXPECT_EQ(sets->asleep_in(12).contains(transition(t)), t == 5 || t == 69) << t;
  sets->move(12, 11);
  EXPECT_TRUE(sets->asleep_in(11).contains(transition(69)));
  EXPECT_FALSE(sets->asleep_in(11).contains(transition(1)));
  // A number that is used again begins with the set of its first arrival.
  sets->arrive(12, set_of({7}), true);
  EXPECT_TRUE(sets->asleep_in(12).contains(transition(7)));
  sets->store(13, set_of({64}));
  EXPECT_TRUE(sets->asleep_in(13).contains(transition(64)));
  EXPECT_FALSE(sets->asleep_in(13).contains(transition(63)));
}

TEST(SleepSets, MemoryIsForStatesThatWait) {
  const auto independence = counters(33);
  const auto sets = SleepSets::make(*independence, 0);
  ASSERT_TRUE(sets);
  const auto fill = [&](StateNumber begin, StateNumber end) {
    for (StateNumber number = begin; number < end; ++number) sets->store(number, set_of({number % 33}));
    for (StateNumber number = begin; number < end; number += 997)
      EXPECT_TRUE(sets->asleep_in(number).contains(transition(number % 33))) << number;
  };
  fill(0, 90'000);
  EXPECT_EQ(sets->bytes(90'000), 90'000U * 8);
  sets->begin_level(90'000);
  fill(90'000, 100'000);
  EXPECT_EQ(sets->bytes(100'000), 100'000U * 8);
  EXPECT_TRUE(sets->asleep_in(89'999).contains(transition(89'999 % 33)));
  // The memory of the first level is used again, and returned as far as it is too much.
  sets->begin_level(100'000);
  fill(100'000, 101'000);
  EXPECT_EQ(sets->bytes(101'000), (10'000U + 20'000U) * 8);
  EXPECT_TRUE(sets->asleep_in(99'999).contains(transition(99'999 % 33)));
  // States of earlier levels have no sleep sets: without knowledge no step is left out.
  EXPECT_TRUE(sets->asleep_in(89'999).empty());
}

TEST(SleepSets, MemoryThatIsUsedAgainBeginsAnew) {
  const auto independence = counters(40);
  const auto sets = SleepSets::make(*independence, 0);
  ASSERT_TRUE(sets);
  sets->arrive(0, set_of({1}), true);
  sets->begin_level(1);
  sets->arrive(1, set_of({2}), true);
  sets->begin_level(2);
  sets->arrive(2, set_of({3, 39}), true);
  EXPECT_TRUE(sets->asleep_in(1).contains(transition(2)));
  EXPECT_TRUE(sets->asleep_in(2).contains(transition(3)));
  EXPECT_TRUE(sets->asleep_in(2).contains(transition(39)));
  EXPECT_FALSE(sets->asleep_in(2).contains(transition(1)));
}

// Whether the monitor changes decides if two observed transitions commute.
TEST(SleepSets, ObservedStepsCommuteWhereTheMonitorStays) {
  Independence independence;
  independence.commuting.resize(3);
  independence.quietly_commuting.resize(3, set_of({0, 1, 2}));
  independence.monitor = {{0, 0xF0}};
  const std::vector<std::uint64_t> state{0x10};
  const std::vector<std::uint64_t> quiet{0x11};
  const std::vector<std::uint64_t> noisy{0x21};
  SleepAfterSteps steps;
  steps.begin(independence, state, {});
  EXPECT_TRUE(steps.after(transition(0), quiet).empty());
  EXPECT_TRUE(steps.after(transition(1), noisy).empty());
  const TransitionBits after = steps.after(transition(2), quiet);
  EXPECT_TRUE(after.contains(transition(0)));
  EXPECT_FALSE(after.contains(transition(1)));
  // If one step of a transition changes the monitor, the transition does not commute.
  steps.begin(independence, state, {});
  EXPECT_TRUE(steps.after(transition(0), quiet).empty());
  static_cast<void>(steps.after(transition(0), noisy));
  EXPECT_FALSE(steps.after(transition(2), quiet).contains(transition(0)));
  // Nothing is known of the steps of a transition that is asleep.
  steps.begin(independence, state, set_of({0}));
  EXPECT_TRUE(steps.after(transition(2), quiet).empty());
}

}  // namespace quorate
