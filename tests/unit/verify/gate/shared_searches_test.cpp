#include "verify/gate/shared_searches.hpp"

#include <gtest/gtest.h>

#include "language/checked_model.hpp"
#include "verify/run/check.hpp"

namespace quorate {
namespace {

// `narrow` sees one rule, `wide` two, `other` a third; `ends` sees none.
const std::string text = R"(
protocol shared
channels asynchronous, reliable, unordered
role a[2] var x: 0..2 := 0; y: 0..2 := 0
role b[2] var z: 0..2 := 0
rule rx of a p: when p.x < 2 do p.x := p.x + 1
rule ry of a p: when p.y < 2 do p.y := p.y + 1
rule rz of b q: when q.z < 2 do q.z := q.z + 1
invariant narrow: all(p: a | p.x <= 2)
invariant wide: all(p: a | p.x + p.y <= 4)
invariant other: all(q: b | q.z <= 2)
property ends: no deadlock unless all(q: b | q.z = 2)
)";

using Searches = std::vector<std::vector<std::size_t>>;

Searches searches_of(const std::string& model_text, const CheckOptions& options) {
  const CheckedModel checked = check_text(model_text);
  if (!checked.model) {
    ADD_FAILURE() << checked.text();
    return {};
  }
  const Gate gate(*checked.model, options);
  std::vector<PropertyPlan> plans;
  for (std::size_t p = 0; p < checked.model->properties.size(); ++p) plans.push_back(gate.plan(p));
  return share_searches(gate, std::move(plans));
}

TEST(SharedSearches, OneForEachLargestSetOfVisibleRules) {
  EXPECT_EQ(searches_of(text, {}), (Searches{{0, 1}, {2, 3}}));
}

TEST(SharedSearches, OneForAllWithoutPartialOrderReduction) {
  CheckOptions options;
  options.por = PartialOrder::none;
  EXPECT_EQ(searches_of(text, options), (Searches{{0, 1, 2, 3}}));
}

TEST(SharedSearches, WhatTheMonitorRemembersIsSeenByItsProperties) {
  const std::string watched = R"(
protocol watched
role a[2] var x: 0..2 := 0; y: 0..2 := 0
rule rx of a p: when p.x < 2 do p.x := p.x + 1
rule ry of a p: when p.y < 2 do p.y := p.y + 1
monitor
  var seen: set of 0..2 := {}
  observe: seen := seen + {v: 0..2 | some(p: a | p.x = v)}
invariant remembered: size(seen) <= 3
invariant direct: all(p: a | p.y <= 2)
)";
  const CheckedModel checked = check_text(watched);
  ASSERT_TRUE(checked.model) << checked.text();
  EXPECT_TRUE(visible_rules(*checked.model, checked.model->properties[0].predicate).contains(0));
  EXPECT_EQ(visible_rules(*checked.model, checked.model->properties[1].predicate), RuleSet{1});
}

// Searching properties apart leaves out more, and a note says so.
TEST(SharedSearches, NoPropertyCostsAnotherItsReduction) {
  const CheckedModel checked = check_text(text);
  ASSERT_TRUE(checked.model) << checked.text();
  CheckOptions options;
  options.symmetry = Symmetry::none;
  const CheckReport all = check(*checked.model, options);
  ASSERT_EQ(all.results.size(), 4U);
  for (const char* const name : {"wide", "other"}) {
    options.properties = {name};
    const CheckReport alone = check(*checked.model, options);
    const auto found = std::ranges::find(all.results, name, &PropertyResult::name);
    EXPECT_EQ(found->statistics.states, alone.results[0].statistics.states);
    EXPECT_EQ(found->verdict(), Verdict::holds);
  }
  ASSERT_EQ(all.notes.size(), 1U);
  EXPECT_EQ(
      all.notes[0],
      "searched apart, so that partial-order reduction can leave out more: narrow and wide; other and ends");
}

}  // namespace
}  // namespace quorate
