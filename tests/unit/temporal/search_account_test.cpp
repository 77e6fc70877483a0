// The temporal engines say "holds" only if they have looked at all states.
#include <gtest/gtest.h>

#include "search/grid_system.hpp"
#include "temporal/ctl_star.hpp"
#include "temporal/ltl_check.hpp"

namespace quorate {
namespace {

const GridSystem grid(3, 4, UINT64_MAX);  // 125 states, and predicate 0 is true in all of them

TEST(SearchAccount, OfAProductBalances) {
  LtlPool pool;
  const LtlId always = pool.always(pool.atom(0));
  const LtlCheck answer = check_ltl(grid, {&pool, always, {PredicateId(0)}}, {}, {});
  EXPECT_TRUE(answer.holds());
  EXPECT_TRUE(answer.account.balanced());
  EXPECT_GE(answer.account.expanded, 125U);
  SearchOptions options;
  options.limits.max_states = 50;
  EXPECT_FALSE(check_ltl(grid, {&pool, always, {PredicateId(0)}}, {}, options).account.balanced());
}

TEST(SearchAccount, OfAGraphBalances) {
  const GroundFormula atom;
  const GroundFormula sometimes{FormulaKind::on_some_path, 0, {{FormulaKind::always, 0, {atom}}}};
  const CtlStarCheck answer = check_ctl_star(grid, sometimes, {PredicateId(0)}, {}, {});
  EXPECT_TRUE(answer.answered() && answer.holds);
  EXPECT_TRUE(answer.account.balanced());
  EXPECT_EQ(answer.account.expanded, 125U);
  SearchOptions options;
  options.limits.max_states = 50;
  EXPECT_FALSE(check_ctl_star(grid, sometimes, {PredicateId(0)}, {}, options).account.balanced());
}

}  // namespace
}  // namespace quorate
