#include "search/verdict.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <stdexcept>

#include "base/budget.hpp"
#include "base/internal_error.hpp"
#include "language/checked_model.hpp"
#include "search/grid_system.hpp"
#include "search/runs/stateless.hpp"
#include "search/search.hpp"
#include "verify/run/check.hpp"

namespace quorate {
namespace {

const std::vector<Goal> invariant{{GoalKind::invariant, PredicateId(0)}};
constexpr std::uint64_t never = UINT64_MAX;

TEST(SearchAccount, HoldsNeedsEveryStateExpanded) {
  EXPECT_NO_THROW(Evidence({true, 2, 2, 7, 7}));
  EXPECT_NO_THROW(Evidence({true, 0, 0, 0, 0}));              // a system without initial states
  EXPECT_THROW(Evidence(SearchAccount{}), InternalError);     // nobody kept it
  EXPECT_THROW(Evidence({true, 2, 2, 7, 6}), InternalError);  // one is not expanded
  EXPECT_THROW(Evidence({true, 2, 2, 7, 8}), InternalError);  // one was counted twice
  EXPECT_THROW(Evidence({true, 2, 1, 7, 7}), InternalError);  // an initial state was left out
  EXPECT_THROW(Evidence({true, 1, 1, 0, 0}), InternalError);  // the states were lost
  EXPECT_THROW(demand_complete({true, 1, 1, 5, 0}), InternalError);
}

std::vector<SearchOptions> all_searches() {
  std::vector<SearchOptions> all(5);
  all[0].order = SearchOrder::depth_first;
  all[1].parallel = {2, 100};
  all[2].store = StoreKind::compact;
  all[2].compact_from = 100;
  all[3].store = StoreKind::hash;
  all[4].store = StoreKind::bitstate;
  all[4].bitstate_bytes = 1U << 20;
  all.emplace_back();
  return all;
}

TEST(SearchAccount, BalancesAfterEverySearchToTheEnd) {
  const GridSystem grid(5, 3, never);
  for (const SearchOptions& options : all_searches()) {
    const auto result = search(grid, invariant, options).result;
    EXPECT_EQ(result.stop, StopReason::finished);
    EXPECT_TRUE(result.account.balanced());
    EXPECT_EQ(result.account.stored, 1024U);
    EXPECT_EQ(result.account.initial, 1U);
  }
  const auto result = search_stateless(GridSystem(2, 2, never), invariant, {}, nullptr).result;
  EXPECT_TRUE(result.account.balanced());
  EXPECT_EQ(result.account.expanded, 19U);
}

TEST(SearchAccount, ASpentBudgetEndsEverySearch) {
  const Budget budget;
  Budget::interrupt();
  for (const SearchOptions& options : all_searches()) {
    const auto result = search(GridSystem(5, 9, never), invariant, options).result;
    EXPECT_EQ(result.stop, StopReason::interrupted);
    EXPECT_FALSE(result.account.balanced());
  }
}

TEST(SearchAccount, DoesNotBalanceAfterALimitOrAViolation) {
  for (SearchOptions options : all_searches()) {
    EXPECT_FALSE(search(GridSystem(5, 9, 12), invariant, options).result.account.balanced());
    options.limits.max_states = 500;
    EXPECT_FALSE(search(GridSystem(5, 9, never), invariant, options).result.account.balanced());
  }
}

// A file that cannot be made is no search, however many states were to be put into it.
TEST(SearchAccount, NothingIsSaidWithoutATemporaryFile) {
  const char* const before = getenv("TMPDIR");
  const std::string restored = before == nullptr ? "" : before;
  setenv("TMPDIR", "/nonexistent", 1);
  for (const StoreKind store : {StoreKind::compact, StoreKind::hash, StoreKind::bitstate}) {
    SearchOptions options;
    options.store = store;
    options.compact_from = 100;
    options.bitstate_bytes = 1U << 20;
    const auto result = search(GridSystem(5, 3, never), invariant, options).result;
    EXPECT_EQ(result.stop, StopReason::state_file_failed);
    EXPECT_NE(result.file_error.find("/nonexistent"), std::string::npos) << result.file_error;
    EXPECT_FALSE(result.account.balanced());
  }
  if (before == nullptr) {
    unsetenv("TMPDIR");
  } else {
    setenv("TMPDIR", restored.c_str(), 1);
  }
}

// Where a table is so small that it takes initial states for others, all of them are kept and known to be
// initial.
TEST(LossyStores, KeepAllInitialStates) {
  CheckOptions options;
  options.symmetry = Symmetry::none;
  options.por = PartialOrder::none;
  options.search.store = StoreKind::bitstate;
  options.search.bitstate_bytes = 1024;
  const CheckReport report = check(model_of(R"(
protocol many
role a var x: 0..4999 := any; y: 0..3 := 0
rule go of a p: when p.y < 3 do p.y := p.y + 1
invariant low: all(p: a | p.y < 3)
)"),
                                   options);
  EXPECT_FALSE(report.trouble);
  ASSERT_EQ(report.results.size(), 1U);
  ASSERT_EQ(report.results[0].verdict(), Verdict::violated);
  EXPECT_EQ(report.results[0].trace()->steps.size(), 3U);
}

// Their numbers stay, also where a violation is found among them.
TEST(LossyStores, KeepTheNumbersOfInitialStates) {
  CheckOptions options;
  options.symmetry = Symmetry::none;
  options.por = PartialOrder::none;
  options.search.store = StoreKind::bitstate;
  options.search.bitstate_bytes = 1024;
  const CheckReport report = check(model_of(R"(
protocol many
role a var x: 0..4999 := any; y: 0..3 := 0
rule go of a p: when p.y < 3 do p.y := p.y + 1
invariant small: all(p: a | p.x < 4900)
invariant low: all(p: a | p.y < 3)
)"),
                                   options);
  EXPECT_FALSE(report.trouble);
  ASSERT_EQ(report.results.size(), 2U);
  ASSERT_EQ(report.results[0].verdict(), Verdict::violated);
  EXPECT_EQ(report.results[0].trace()->steps.size(), 0U);
  EXPECT_EQ(report.results[1].verdict(), Verdict::violated);
}

}  // namespace
}  // namespace quorate
