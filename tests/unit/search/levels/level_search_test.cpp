// The loop over levels, which is the same for all stores: results must not depend on the store or on
// interruptions.
#include "search/levels/level_search.hpp"

#include <gtest/gtest.h>

#include <array>

#include "search/checkpoints/checkpoint_folder.hpp"
#include "search/grid_system.hpp"
#include "search/search.hpp"

namespace quorate {
namespace {

constexpr std::uint64_t never = UINT64_MAX;
const std::vector<Goal> invariant{{GoalKind::invariant, PredicateId(0)}};

SearchOptions with_store(StoreKind store) {
  SearchOptions options;
  options.store = store;
  options.compact_from = 200;
  options.bitstate_bytes = 1U << 22;
  options.search = "a search";
  return options;
}

constexpr std::array all_stores{StoreKind::tree, StoreKind::compact, StoreKind::hash, StoreKind::bitstate};

void expect_same(const SearchOutcome& whole, const SearchOutcome& other, const std::string& what) {
  EXPECT_EQ(other.result.stop, whole.result.stop) << what;
  EXPECT_EQ(other.result.statistics.states, whole.result.statistics.states) << what;
  EXPECT_EQ(other.result.statistics.transitions, whole.result.statistics.transitions) << what;
  EXPECT_EQ(other.result.statistics.depth, whole.result.statistics.depth) << what;
  EXPECT_EQ(other.result.statistics.initial_states, whole.result.statistics.initial_states) << what;
  EXPECT_EQ(other.result.account.balanced(), whole.result.account.balanced()) << what;
  EXPECT_EQ(other.result.omission, whole.result.omission) << what;
  ASSERT_EQ(other.result.violations[0].has_value(), whole.result.violations[0].has_value()) << what;
  if (!whole.result.violations[0]) return;
  EXPECT_EQ(other.path_to(other.result.violations[0]->state),
            whole.path_to(whole.result.violations[0]->state))
      << what;
}

// Stopped by a limit in the middle of a level, again and again, and then not any more.
TEST(LevelSearch, GoesOnFromACheckpointWithEveryStore) {
  for (const std::size_t counters : {std::size_t{4}, std::size_t{5}}) {  // one word, two words
    for (const std::uint64_t forbidden : {never, std::uint64_t{17}}) {
      const GridSystem grid(counters, 6, forbidden);
      for (const StoreKind store : all_stores) {
        const auto whole = search(grid, invariant, with_store(store));
        const TemporaryCheckpoints folder;
        for (const std::uint64_t limit : {1U, 100U, 150U, 500U, 1001U}) {
          Checkpoints checkpoints = folder.open(1000);
          SearchOptions limited = with_store(store);
          limited.checkpoints = &checkpoints;
          limited.limits.max_states = limit;
          const auto outcome = search(grid, invariant, limited);
          EXPECT_EQ(outcome.result.stop, StopReason::state_limit);
          EXPECT_TRUE(outcome.result.resumable);
          EXPECT_EQ(outcome.result.checkpoint_warning, "");
        }
        Checkpoints checkpoints = folder.open(0);
        SearchOptions rest = with_store(store);
        rest.checkpoints = &checkpoints;
        expect_same(whole, search(grid, invariant, rest), "store " + std::to_string(static_cast<int>(store)));
      }
    }
  }
}

TEST(LevelSearch, SeveralThreadsGoOnFromACheckpoint) {
  const GridSystem grid(5, 6, never);
  const auto whole = search(grid, invariant, {});
  const TemporaryCheckpoints folder;
  Checkpoints checkpoints = folder.open(1000);
  SearchOptions options = with_store(StoreKind::tree);
  options.checkpoints = &checkpoints;
  options.parallel = {3, 100};
  options.limits.max_states = 5000;
  EXPECT_TRUE(search(grid, invariant, options).result.resumable);
  options.limits = {};
  expect_same(whole, search(grid, invariant, options), "three threads");
}

// The order of numbers depends on chance from then on: the level is finished and paths are found as with
// several threads.
TEST(LevelSearch, OneThreadGoesOnFromTheCheckpointOfSeveral) {
  const GridSystem grid(5, 6, 17);
  const auto whole = search(grid, invariant, {});
  SearchOptions by_several;
  by_several.parallel = {3, 100};
  const auto theirs = search(grid, invariant, by_several).result;
  EXPECT_GT(theirs.statistics.states, whole.result.statistics.states);
  const TemporaryCheckpoints folder;
  Checkpoints checkpoints = folder.open(1000);
  SearchOptions options = with_store(StoreKind::tree);
  options.checkpoints = &checkpoints;
  options.parallel = {3, 100};
  options.limits.max_states = 5000;
  EXPECT_TRUE(search(grid, invariant, options).result.resumable);
  options.limits = {};
  options.parallel = {};
  const auto rest = search(grid, invariant, options);
  ASSERT_TRUE(rest.result.violations[0]);
  EXPECT_EQ(rest.result.statistics.states, theirs.statistics.states);
  EXPECT_EQ(rest.result.statistics.transitions, theirs.statistics.transitions);
  EXPECT_EQ(rest.path_to(rest.result.violations[0]->state), whole.path_to(whole.result.violations[0]->state));
}

// The table of a bit-state search is had at once or not at all: the initial states are known in any case.
TEST(LevelSearch, ATableThatDoesNotFitIsALimitOnMemory) {
  const Budget budget;  // that is spent by it
  SearchOptions options = with_store(StoreKind::bitstate);
  options.bitstate_bytes = std::uint64_t{1} << 50;
  const auto result = search(GridSystem(5, 6, never), invariant, options).result;
  EXPECT_EQ(result.stop, StopReason::memory_limit);
  EXPECT_EQ(result.statistics.states, 1U);
  EXPECT_EQ(result.statistics.initial_states, 1U);
  EXPECT_FALSE(result.account.balanced());
}

// Levels of a single state, which several threads do not share.
TEST(LevelSearch, SeveralThreadsSearchDeepSystems) {
  const GridSystem chain(1, 3000, never);
  const auto one = search(chain, invariant, {});
  SearchOptions options;
  options.parallel = {3, 10};
  expect_same(one, search(chain, invariant, options), "a chain");
  const GridSystem square(2, 300, never);  // levels of one to 300 states and back
  expect_same(search(square, invariant, {}), search(square, invariant, options), "a square");
}

}  // namespace
}  // namespace quorate
