#include "verify/gate/symmetry_plan.hpp"

#include <gtest/gtest.h>

#include "language/checked_model.hpp"

namespace quorate {
namespace {

const std::string text = R"(
protocol plans
role leader[2] var x: 0..3 := 0
role acceptor[3] var y: bool := false
rule go of leader i: when i.x < 3 do i.x := i.x + 1
rule turn of acceptor a: when exists(b: acceptor | b < a) do a.y := true
invariant fine: all(i: leader | i.x <= 3)
invariant first: leader[1].x <= 3
)";

SymmetryPlan plan_of(const std::string& model_text, std::optional<std::size_t> property, Symmetry symmetry) {
  const CheckedModel checked = check_text(model_text);
  if (!checked.model) {
    ADD_FAILURE() << checked.text();
    return {};
  }
  return plan_symmetry(*checked.model, analyze_interchangeability(*checked.model), property, symmetry);
}

TEST(SymmetryPlan, PermutesOnlyWhatTheModelDoesNotTellApart) {
  const SymmetryPlan plan = plan_of(text, 0, Symmetry::role);
  ASSERT_EQ(plan.group.classes.size(), 1U);
  EXPECT_EQ(plan.group.classes[0].size(), 2U);
  ASSERT_EQ(plan.breaks.size(), 1U);
  EXPECT_EQ(plan.breaks[0].role, RoleId(1));
  EXPECT_EQ(plan.breaks[0].rule, ScalarsetRule::comparison);
  EXPECT_EQ(plan.largest_factor, 2);
}

TEST(SymmetryPlan, CountsThePropertyItself) {
  const SymmetryPlan plan = plan_of(text, 1, Symmetry::role);
  EXPECT_TRUE(plan.group.trivial());
  EXPECT_EQ(plan.breaks.size(), 2U);
}

TEST(SymmetryPlan, CountsTheModelAloneWithoutAProperty) {
  EXPECT_EQ(plan_of(text, {}, Symmetry::role).group.classes.size(), 1U);
}

TEST(SymmetryPlan, PermutesNothingIfNothingIsAskedFor) {
  const SymmetryPlan plan = plan_of(text, 0, Symmetry::none);
  EXPECT_TRUE(plan.group.trivial());
  EXPECT_TRUE(plan.breaks.empty());
}

TEST(SymmetryPlan, MeasuresNodesAgainstAllOrdersOfNodes) {
  const SymmetryPlan plan =
      plan_of("protocol p role a[1] var x: bool role b[4] var x: bool", {}, Symmetry::node);
  EXPECT_EQ(plan.group.order(), 6);
  EXPECT_EQ(plan.largest_factor, 24);
}

TEST(SymmetryPlan, PermutesNoNodeWithAProcessThatIsToldApart) {
  EXPECT_TRUE(plan_of(text, 0, Symmetry::node).group.trivial());
}

}  // namespace
}  // namespace quorate
