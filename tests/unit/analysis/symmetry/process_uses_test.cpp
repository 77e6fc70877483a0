#include "analysis/symmetry/process_uses.hpp"

#include "analysis/symmetry_model.hpp"

namespace quorate {
namespace {

TEST(ProcessUses, EqualitySetsAndQuantifiersAreBlind) {
  const char* const symmetric[] = {
      "a = c",
      "l != l.peer",
      "a in l.seen",
      "{a, c} subset l.seen",
      "size(l.seen + {a}) > 1",
      "l.seen = {}",
      "l.votes[a]",
      "l.table[a][c] < 3",
      "all(k: acceptor | l.votes[k])",
      "some(k: acceptor | l.votes[k] and k != a)",
      "count(k: acceptor | l.votes[k]) >= 2",
      "sum(k: acceptor | l.table[k][a]) > 3",
      "sum(k: acceptor | 2 * l.table[k][k] - 1) > 3",
      "max(k: acceptor | l.table[k][a]) > 3",
      "size({k: acceptor | l.votes[k]}) = 2",
      "isundefined(l.who)",
      "isundefined(l.votes)",
      "(if l.b then a else c) = a",
      "(let x = a in l.votes[x])",
      "l.rank[i] > i",
      "q = l",
  };
  for (const char* const guard : symmetric) EXPECT_EQ(breaks_of_guard(guard), Lines{}) << guard;
}

TEST(ProcessUses, ChoicesAreTriedInAllWays) {
  EXPECT_EQ(breaks_of_body("l.who := any(k: acceptor | l.votes[k] else l.who)"), Lines{});
  EXPECT_EQ(breaks_of_body("l.who := argmax(k: acceptor | l.table[k][k])"), Lines{});
  EXPECT_EQ(breaks_of_body("l.who := argmin(k: acceptor | l.table[k][k])"), Lines{});
}

TEST(ProcessUses, NamedProcess) {
  EXPECT_EQ(breaks_of_guard("l.votes[1]"), Lines{"acceptor C1 `1`: acceptor[1] is named"});
  EXPECT_EQ(breaks_of_guard("a = acceptor(2)"), Lines{"acceptor C4 `2`: acceptor[2] is named"});
  EXPECT_EQ(breaks_of_body("l.who := acceptor(3)"), Lines{"acceptor C4 `3`: acceptor[3] is named"});
  EXPECT_EQ(breaks_of_body("send N(acceptor(1)) to all acceptor"),
            Lines{"acceptor C4 `1`: acceptor[1] is named"});
  EXPECT_EQ(breaks_of_body("send M(l, 1) to acceptor(1)"), Lines{"acceptor C4 `1`: acceptor[1] is named"});
  EXPECT_EQ(breaks_of_body("let k := acceptor(1); l.who := k"),
            Lines{"acceptor C4 `1`: acceptor[1] is named"});
  EXPECT_EQ(breaks_of_guard("q = anyone(1)"), Lines{"leader C4 `1`: leader[1] is named"});
}

TEST(ProcessUses, ProcessOfASingleRoleMayBeNamed) {
  EXPECT_EQ(breaks_of_body("send M(l, 1) to clerk(1)"), Lines{});
}

TEST(ProcessUses, ProcessTakenFromANumber) {
  EXPECT_EQ(breaks_of_guard("l.votes[i]"),
            Lines{"acceptor C1 `i`: a number selects which acceptor is meant"});
  EXPECT_EQ(breaks_of_guard("a = acceptor(i)"),
            Lines{"acceptor C4 `i`: a number selects which acceptor is meant"});
}

TEST(ProcessUses, NumberOfAProcess) {
  EXPECT_EQ(breaks_of_guard("a < c"), Lines{"acceptor C3 `a < c`: acceptor ids are compared with <"});
  EXPECT_EQ(breaks_of_guard("a >= c"), Lines{"acceptor C3 `a >= c`: acceptor ids are compared with >="});
  EXPECT_EQ(breaks_of_guard("l.peer <= l"),
            Lines{"leader C3 `l.peer <= l`: leader ids are compared with <="});
  EXPECT_EQ(breaks_of_guard("a > 1"), Lines{"acceptor C3 `a > 1`: acceptor ids are compared with >"});
  EXPECT_EQ(breaks_of_guard("a = i"), Lines{"acceptor C3 `a = i`: acceptor ids are compared with a number"});
  EXPECT_EQ(breaks_of_guard("a + 1 = i"), Lines{"acceptor C2 `a + 1`: acceptor ids are operands of +"});
  EXPECT_EQ(breaks_of_guard("-a < i"), Lines{"acceptor C2 `-a`: acceptor ids are operands of -"});
  EXPECT_EQ(breaks_of_guard("a mod 2 = 0"), Lines{"acceptor C2 `a mod 2`: acceptor ids are operands of mod"});
  EXPECT_EQ(breaks_of_guard("l.rank[a] = 0"),
            Lines{"acceptor C1 `a`: acceptor ids are indices of an array over numbers"});
  EXPECT_EQ(breaks_of_body("l.x := l"), Lines{"leader C4 `l`: leader ids are used as numbers"});
  EXPECT_EQ(breaks_of_body("send M(l, l) to all acceptor"),
            Lines{"leader C4 `l`: leader ids are used as numbers"});
}

TEST(ProcessUses, NumbersInsideQuantifiers) {
  EXPECT_EQ(breaks_of_guard("max(k: acceptor | k) > 1"),
            Lines{"acceptor C3 `k`: acceptor ids are compared by max"});
  EXPECT_EQ(breaks_of_guard("sum(k: acceptor | k) > 1"), Lines{"acceptor C2 `k`: acceptor ids are added up"});
  EXPECT_EQ(breaks_of_body("l.who := argmin(k: acceptor | k)"),
            Lines{"acceptor C3 `k`: acceptor ids are compared by argmin"});
}

// A process of a group has a number in the group, which changes when either role is permuted.
TEST(ProcessUses, GroupConcernsAllItsRoles) {
  EXPECT_EQ(breaks_of_guard("q > 1"), (Lines{"leader C3 `q > 1`: leader ids are compared with >",
                                             "acceptor C3 `q > 1`: acceptor ids are compared with >"}));
}

TEST(ProcessUses, ConstantSets) {
  EXPECT_EQ(breaks_of_body("l.seen := {1, 2, 3}"), Lines{});
  EXPECT_EQ(breaks_of_body("l.seen := {}"), Lines{});
  EXPECT_EQ(
      breaks_of_body("l.seen := {1, 3}"),
      Lines{"acceptor C4 `{1, 3}`: {acceptor[1], acceptor[3]} names some acceptors and not the others"});
}

TEST(ProcessUses, ArraysComparedAsAWhole) {
  EXPECT_EQ(
      breaks_of_guard("l.table[a] = l.table[c]"),
      (Lines{"acceptor C3 `l.table[a]`: an array is compared as a whole, element by element in the order of "
             "the acceptors",
             "acceptor C3 `l.table[c]`: an array is compared as a whole, element by element in the order of "
             "the acceptors"}));
}

TEST(ProcessUses, SumThatMayOverflowOnTheWay) {
  EXPECT_EQ(breaks_of_model("protocol p role leader[2] var x: 0..2000000000 := 0 "
                            "rule r of leader l: do skip "
                            "invariant i: true")
                .size(),
            0U);
  const CheckedModel checked = check_text(
      "protocol p role leader[2] var x: 0..2000000000 := 0 rule r of leader l: do skip "
      "invariant small: sum(k: leader | k.x) < 5 "
      "invariant large: sum(k: leader | k.x * k.x) < 5");
  ASSERT_TRUE(checked.model) << checked.text();
  const Interchangeability analysis = analyze_interchangeability(*checked.model);
  EXPECT_EQ(show_breaks(checked, analysis.in_property[0]), Lines{});
  EXPECT_EQ(
      show_breaks(checked, analysis.in_property[1]),
      Lines{"leader C2 `sum(k: leader | k.x * k.x)`: whether this sum overflows may depend on the order of "
            "the leaders"});
}

// Languages other than FTDP may leave processes bare where numbers are needed.
TEST(ProcessUses, OperatorsOnBareProcesses) {
  const CheckedModel checked = check_text(model_with("rule r of leader l: do skip"));
  ASSERT_TRUE(checked.model) << checked.text();
  const Model& model = *checked.model;
  Expr process;
  process.kind = ExprKind::local;
  process.local = LocalId(0);
  process.type = model.roles[0].type;
  Expr number;
  number.type = model.integer_type;
  for (const ExprKind kind : {ExprKind::less, ExprKind::add, ExprKind::equal}) {
    Expr e;
    e.kind = kind;
    e.type = model.boolean_type;
    e.children = {process, number};
    BreakList breaks(model);
    ProcessUses(model, breaks).expression(e);
    EXPECT_EQ(breaks.sorted().size(), 1U);
  }
}

}  // namespace
}  // namespace quorate
