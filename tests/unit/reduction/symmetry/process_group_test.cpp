#include "reduction/symmetry/process_group.hpp"

#include <gtest/gtest.h>

#include "reduction/explored.hpp"

namespace quorate {
namespace {

const std::string placed = R"(
protocol placed
role leader[2] var x: bool := false
role acceptor[3] var x: bool := false
role learner var x: bool := false
)";

Unit unit(std::initializer_list<std::int64_t> processes) {
  Unit result;
  for (const auto process : processes) result.emplace_back(process);
  return result;
}

TEST(ProcessGroup, OfRolesPermutesEachRoleOnItsOwn) {
  const ProcessGroup group = role_group(model_of(placed), {true, true, true});
  ASSERT_EQ(group.classes.size(), 2U);  // nothing to permute among one learner
  EXPECT_EQ(group.classes[0], (std::vector<Unit>{unit({0}), unit({1})}));
  EXPECT_EQ(group.classes[1], (std::vector<Unit>{unit({2}), unit({3}), unit({4})}));
  EXPECT_EQ(group.order(), 12);
}

TEST(ProcessGroup, OfRolesLeavesOutWhatIsNotInterchangeable) {
  const ProcessGroup group = role_group(model_of(placed), {false, true, true});
  ASSERT_EQ(group.classes.size(), 1U);
  EXPECT_EQ(group.classes[0].size(), 3U);
  EXPECT_TRUE(role_group(model_of(placed), {false, false, true}).trivial());
  EXPECT_EQ(role_group(model_of(placed), {false, false, true}).order(), 1);
}

TEST(ProcessGroup, OfNodesMovesTheProcessesOfANodeTogether) {
  const Model model = model_of("protocol p role leader[2] var x: bool role acceptor[3] var x: bool");
  const ProcessGroup group = node_group(model, {true, true});
  ASSERT_EQ(group.classes.size(), 1U);  // the third node hosts no leader
  EXPECT_EQ(group.classes[0], (std::vector<Unit>{unit({0, 2}), unit({1, 3})}));
  EXPECT_EQ(group.order(), 2);
}

TEST(ProcessGroup, OfNodesTellsTheHostOfASingleProcessApart) {
  const Model model = model_of("protocol p role commander var x: bool role lieutenant[4] var x: bool");
  const ProcessGroup group = node_group(model, {true, true});
  ASSERT_EQ(group.classes.size(), 1U);
  EXPECT_EQ(group.classes[0], (std::vector<Unit>{unit({2}), unit({3}), unit({4})}));
  EXPECT_TRUE(node_group(model_of(placed), {true, true, true}).trivial());  // three nodes, three kinds
}

TEST(ProcessGroup, OfNodesLeavesOutNodesWithARoleThatIsNotInterchangeable) {
  const Model model = model_of("protocol p role a[2] var x: bool role b[4] var x: bool");
  const ProcessGroup group = node_group(model, {false, true});
  ASSERT_EQ(group.classes.size(), 1U);
  EXPECT_EQ(group.classes[0], (std::vector<Unit>{unit({4}), unit({5})}));  // the nodes without an a
  EXPECT_TRUE(node_group(model, {true, false}).trivial());
}

}  // namespace
}  // namespace quorate
