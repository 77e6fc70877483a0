#include "induction/lemmas/lifted_clauses.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "language/checked_model.hpp"

namespace quorate {
namespace {

std::string model_with(int processes) {
  return "role a[" + std::to_string(processes) + "] var x: 0..1 := 0\nrole b[2] var y: 0..1 := 0\n" +
         "rule r of a p: do skip\ninvariant i: true\n";
}

TEST(LiftedClauses, GrownRolesAreThoseWithMoreProcesses) {
  const auto grown = grown_roles(model_of(model_with(2)), model_of(model_with(4)));
  ASSERT_EQ(grown.size(), 1U);
  EXPECT_EQ(grown[0].processes, (std::vector<std::string>{"a[1]", "a[2]"}));
  EXPECT_EQ(grown[0].fresh, (std::vector<std::string>{"a[3]", "a[4]"}));
}

// A clause of the form "some a has x = 1" also gets the literals of the new processes.
TEST(LiftedClauses, OneProcessStandsForTheNewOnes) {
  const ClauseText clause{"a[1].x = 1", "a[2].x = 1", "b[1].y = 0"};
  const auto lifted = lifted_clauses({clause}, grown_roles(model_of(model_with(2)), model_of(model_with(3))));
  ASSERT_EQ(lifted.size(), 2U);
  EXPECT_EQ(lifted[0], clause);
  EXPECT_EQ(lifted[1], (ClauseText{"a[1].x = 1", "a[2].x = 1", "b[1].y = 0", "a[3].x = 1"}));
}

TEST(LiftedClauses, NamesAreNotPrefixes) {
  const auto lifted = lifted_clauses({{"a[1].x = 1", "a[11].x = 1"}}, {{{"a[1]"}, {"a[12]"}}});
  ASSERT_EQ(lifted.size(), 2U);
  EXPECT_EQ(lifted[1], (ClauseText{"a[1].x = 1", "a[11].x = 1", "a[12].x = 1"}));
}

}  // namespace
}  // namespace quorate
