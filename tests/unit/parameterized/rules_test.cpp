#include <algorithm>

#include "parameterized/abstraction/counting_invariants.hpp"
#include "parameterized/abstraction/interval_domain.hpp"
#include "parameterized/abstraction/local_invariants.hpp"
#include "parameterized/automaton/control_flow.hpp"
#include "parameterized/threshold_text.hpp"

namespace quorate {

namespace {

TEST(ThresholdRules, ScratchVariablesAreNotPartOfAState) {
  const auto rules = rules_from(broadcast());
  ASSERT_EQ(rules->processes.size(), 1U);
  EXPECT_EQ(rules->processes[0].status_variables, std::vector<std::int32_t>{0});
  EXPECT_EQ(rules->processes[0].counters, std::vector<std::int32_t>{2});
  EXPECT_EQ(rules->processes[0].statuses.size(), 4U);
}

TEST(ThresholdRules, ThresholdsAreThoseOfTheText) {
  const auto rules = rules_from(broadcast());
  std::vector<std::string> texts;
  for (const auto& threshold : rules->thresholds) texts.push_back(to_text(threshold, rules->symbol_names(0)));
  std::ranges::sort(texts);
  EXPECT_EQ(texts, (std::vector<std::string>{"N - T", "T + 1"}));
}

TEST(ThresholdRules, DivisionsTruncate) {
  const auto rules = rules_from(
      "symbolic int N; int g; active[N] proctype P() { byte pc; int x; end: do :: atomic { x >= (N - 5) / 2 "
      "-> x++ } od }");
  ASSERT_EQ(rules->quotients.size(), 1U);
  SmtSession session(*rules);
  const z3::expr n = session.parameter({SymbolKind::parameter, 0});
  const z3::expr half = session.parameter({SymbolKind::quotient, 0});
  EXPECT_TRUE(session.possible({n == 2, half == -1}));
  EXPECT_FALSE(session.possible({n == 2, half == -2}));
  EXPECT_TRUE(session.possible({n == 8, half == 1}));
  EXPECT_FALSE(session.possible({n == 8, half == 2}));
}

TEST(ControlFlow, EveryEdgeGoesForwardAndThePictureIsInStaticSingleAssignmentForm) {
  const auto rules = rules_from(broadcast());
  const ThresholdProcess& process = rules->model->processes[0];
  for (const auto& edge : control_flow(process.step).edges) EXPECT_LT(edge.from, edge.to);
  const std::string picture = control_flow_picture(*rules->model, process);
  EXPECT_NE(picture.find("next_nrcvd.2 = nrcvd + 1"), std::string::npos) << picture;
  EXPECT_NE(picture.find("next_nrcvd.3 = next_nrcvd.1"), std::string::npos) << picture;
  EXPECT_NE(picture.find("pc' = "), std::string::npos) << picture;
}

TEST(ControlFlow, WhatIsWrittenBeforeItIsReadIsNotLive) {
  const auto rules = rules_from(broadcast());
  const ControlFlow flow = control_flow(rules->model->processes[0].step);
  EXPECT_EQ(live_at_entry(flow, {0, 2}), (std::set<std::int32_t>{0, 2}));
  EXPECT_EQ(live_at_entry(flow, {}), (std::set<std::int32_t>{0, 2}));
}

TEST(IntervalDomain, OneOrderUnderTheResilienceCondition) {
  const auto rules = rules_from(broadcast());
  SmtSession session(*rules);
  const auto orders = threshold_orders(session, rules->thresholds, 60);
  ASSERT_EQ(orders.size(), 1U);
  EXPECT_EQ(orders[0].size(), 4U);
}

TEST(IntervalDomain, EveryOrderOfAWeakerCondition) {
  const auto rules = rules_from(broadcast("N >= T && F <= T"));
  SmtSession session(*rules);
  const auto orders = threshold_orders(session, rules->thresholds, 60);
  // Each parameter value has exactly one of them.
  for (std::int64_t n = 0; n < 8; ++n) {
    for (std::int64_t t = 0; t <= n; ++t) {
      const SymbolValue value = [&](Symbol symbol) { return symbol.index == 0 ? n : t; };
      const auto count = std::ranges::count_if(orders, [&](const auto& order) {
        return std::ranges::all_of(order.order(), [&](const auto& fact) { return evaluate(fact, value); });
      });
      EXPECT_EQ(count, 1) << n << " " << t;
    }
  }
}

TEST(CountingInvariants, AsManyMessagesAsSenders) {
  const auto rules = rules_from(broadcast());
  SmtSession session(*rules);
  const auto invariants = counting_invariants(session);
  ASSERT_EQ(invariants.size(), 1U);
  EXPECT_EQ(to_text(invariants[0], *rules), "nsnt == #3 + #2");
  EXPECT_TRUE(invariants[0].proved);
}

TEST(CountingInvariants, WrongCandidatesOfTheAuthorAreNotUsed) {
  const auto rules = rules_from(
      broadcast() +
      "atomic bad_inv = (card(P:pc == 2) == nsnt);\natomic good_inv = (card(P:pc == 2) <= nsnt);\n");
  SmtSession session(*rules);
  const auto invariants = counting_invariants(session);
  ASSERT_GE(invariants.size(), 2U);
  EXPECT_FALSE(invariants[0].proved);
  EXPECT_NE(invariants[0].reason, "");
}

TEST(LocalInvariants, NobodyHasReceivedMoreThanWasSent) {
  const auto rules = rules_from(broadcast());
  SmtSession session(*rules);
  std::vector<std::string> proved;
  for (const auto& invariant : local_invariants(session)) {
    if (invariant.proved && invariant.status < 0)
      proved.push_back(to_text(invariant.condition, rules->symbol_names(0)));
  }
  EXPECT_EQ(proved, std::vector<std::string>{"nrcvd <= F + nsnt || nrcvd == 0"});
}

}  // namespace

}  // namespace quorate
