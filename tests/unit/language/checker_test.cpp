#include <gtest/gtest.h>

#include "language/checked_model.hpp"

namespace quorate {
namespace {

// A model with these declarations; `role a[3]` has the variables x, y, s, b, p.
std::string around(const std::string& rest) {
  return R"(parameter n := 3
role a[n] var x: 0..4 := 0; y: 1..4; s: set of a := {}; b: bool; p: a
role c[2] var z: 0..9; w: array[1..3] of 0..5 := 1
group g = a + c
message M(k: 0..4, v: bool)
)" + rest +
         "\n";
}

Model checked(const std::string& text, const ParameterValues& values = {}) {
  auto result = check_text(text, values);
  EXPECT_TRUE(result.model.has_value()) << result.text();
  return result.model ? *result.model : Model{};
}

// The predicate of an invariant.
Expr predicate(const std::string& text) {
  const Model model = checked(around("invariant i: " + text));
  return model.properties.empty() ? Expr{} : model.properties[0].predicate;
}

bool constant_holds(const std::string& text) {
  const Expr expr = predicate(text);
  EXPECT_EQ(expr.kind, ExprKind::constant) << text;
  return expr.value == 1;
}

TEST(Checker, ProcessesAreNumberedRoleAfterRole) {
  const Model model = checked(around(""));
  ASSERT_EQ(model.roles.size(), 2U);
  EXPECT_EQ(model.roles[0].count, 3);
  EXPECT_EQ(model.roles[1].first.value, 3);
  EXPECT_EQ(model.type(model.roles[1].type).low, 3);
  EXPECT_EQ(model.type(model.roles[1].type).high, 4);
  EXPECT_EQ(model.process_name(ProcessId(4)), "c[2]");
}

TEST(Checker, PrintedRolesTakeTheNameOfTheirArray) {
  const Model model = checked(R"(
    type leaderID: role[2]; Msg: record kind: enum {A, B}; no: 0..3 end;
    var leader: array[leaderID] of record x: 0..3 end;
    rules
    [](i: leaderID) start: if leader[i].x = 0 then 2leader[1].kind := A; 2leader[1].no := i endif;
    [](i: leaderID)[](j: leaderID) get: if msg.kind = A then x := msg.no endif;
    [](v: 0..1)[](i: leaderID) set: leader[i].x := v
  )");
  EXPECT_EQ(model.roles[0].name, "leader");
  EXPECT_EQ(model.roles[0].type_name, "leaderID");
  EXPECT_TRUE(model.messages[0].printed);
  ASSERT_EQ(model.rules.size(), 3U);
  EXPECT_EQ(model.rules[0].body[0].kind, StmtKind::set_outgoing);
  EXPECT_EQ(model.rules[0].body[0].target.kind, ExprKind::constant);
  EXPECT_EQ(model.rules[0].body[1].value.kind, ExprKind::ordinal);
  EXPECT_EQ(model.rules[1].receive.kind, ReceiveKind::single);
  EXPECT_EQ(model.rules[1].frame[model.rules[1].self.index()].name, "i");
  EXPECT_EQ(model.rules[1].frame[model.rules[1].receive.sender.index()].name, "j");
  ASSERT_EQ(model.rules[2].parameters.size(), 1U);
  EXPECT_EQ(model.rules[2].receive.kind, ReceiveKind::none);
}

TEST(Checker, ParametersComeFromTheTextAndFromOutside) {
  EXPECT_EQ(checked("parameter n := 2\nparameter t := n + 1\nrole a[t]").roles[0].count, 3);
  EXPECT_EQ(checked("parameter n := 2\nparameter t := n + 1\nrole a[t]", {{"n", 4}}).roles[0].count, 5);
  const Model free = checked("role a[k]", {{"k", 2}});
  EXPECT_EQ(free.roles[0].count, 2);
  ASSERT_EQ(free.parameters.size(), 1U);
  EXPECT_EQ(free.parameters[0].name, "k");
}

TEST(Checker, AFreeParameterMayBeABoolean) {
  const Model model =
      checked("role a[1] var b: bool\nrule r of a i: when not dflt do b := dflt", {{"dflt", 0}});
  EXPECT_EQ(model.rules[0].guard.value, 1);
  EXPECT_EQ(model.rules[0].body[0].value.type, model.boolean_type);
  checked("parameter d := true\nrole a[1] var b: bool := d");
}

TEST(Checker, ConstantsAreComputed) {
  EXPECT_TRUE(constant_holds("ceil((n + 1) / 2) = 2"));
  EXPECT_TRUE(constant_holds("ceil(n / 2) = 2 and floor(n / 2) = 1"));
  EXPECT_TRUE(constant_holds("ceil(n / 2 + 1 / 2) = 2"));
  EXPECT_TRUE(constant_holds("floor((0 - n) / 2) = -2 and (0 - n) / 2 = -1"));
  EXPECT_TRUE(constant_holds("majority(4) = 3 and majority(n) = 2"));
  EXPECT_TRUE(constant_holds("max(1, n, 2) = 3 and min(n, 1) = 1 and abs(0 - n) = 3"));
  EXPECT_TRUE(constant_holds("(if n > 2 then 7 else 8) = 7 and n mod 2 = 1"));
  EXPECT_TRUE(constant_holds("false => 1 / 0 = 1"));
}

TEST(Checker, RoundingOfVariablesNeedsNoRationals) {
  const Expr up = predicate("all(i: a | ceil(i.x / 2) = 1)").child(0).child(0);
  EXPECT_EQ(up.kind, ExprKind::ceiling_divide);
  const Expr down = predicate("all(i: a | floor(i.x / 2) = 1)").child(0).child(0);
  EXPECT_EQ(down.kind, ExprKind::negate);
}

TEST(Checker, ALoneConstantIsNoReasonToStopInBinders) {
  EXPECT_EQ(check_text(around("invariant i: all(k: n | k > 0)")).errors(), 1U);
  checked(around("invariant i: all(k: 1..n - 3 | k > 0)"));  // vacuous
}

TEST(Checker, NamesResolveInnermostFirst) {
  const Model model = checked(around("rule r(n: 0..1) of a x: when n = 1 do let y := 2; x.x := y"));
  EXPECT_EQ(model.rules[0].guard.child(0).kind, ExprKind::local);
  EXPECT_EQ(model.rules[0].body[1].value.kind, ExprKind::local);
}

TEST(Checker, LiteralsFollowTheExpectedType) {
  const std::string roles = "role a[1] var u: enum {red, idle}; v: enum {idle, busy} := idle\n";
  const Model model = checked(roles + "rule r of a i: when idle = v and u = idle do v := idle; u := idle");
  EXPECT_EQ(model.rules[0].body[0].value.value, 0);
  EXPECT_EQ(model.rules[0].body[1].value.value, 1);
  EXPECT_EQ(check_text(roles + "rule r of a i: do let w := idle").errors(), 1U);
}

TEST(Checker, ProcessesAndNumbersConvertWhereTheyMust) {
  const Model model =
      checked(around("rule r of a i: when i < 3 and a[2] = i and x = i do x := i; p := 2; p := a(x)"));
  const auto& body = model.rules[0].body;
  EXPECT_EQ(body[0].value.kind, ExprKind::ordinal);
  EXPECT_EQ(body[1].value.kind, ExprKind::constant);
  EXPECT_EQ(body[1].value.value, 1);
  EXPECT_EQ(body[2].value.kind, ExprKind::process_of);
}

TEST(Checker, SetsAreTyped) {
  EXPECT_EQ(predicate("all(i: a | i.s = {})").child(0).child(1).kind, ExprKind::constant);
  EXPECT_EQ(predicate("all(i: a | size(i.s + {i, a[1]}) > 1)").child(0).child(0).kind, ExprKind::set_size);
  EXPECT_EQ(predicate("all(i: a | i.x in {0, 1, 4})").child(0).child(1).kind, ExprKind::logical_or);
  EXPECT_EQ(predicate("all(i: a | a[1] in i.s)").child(0).kind, ExprKind::member);
  EXPECT_EQ(predicate("all(i: a | {j: a | j.b} subset i.s)").child(0).kind, ExprKind::subset);
  const Expr widened = predicate("all(i: a | {j: g | j.status = corr} = i.s)").child(0).child(1);
  EXPECT_EQ(widened.quantifier, Quantifier::comprehension);
}

TEST(Checker, QuorumRules) {
  const Model model = checked(around(R"(
rule r of c i on M from quorum Q[>= majority(n)] of a: when all(j: Q | msg[j].v) do z := msg[any Q].k
rule t of a i: do send M(k: 1) to all c; send M(1, true) to i; send M(1, undefined) to s; send M(1, b) to all s
)"));
  const Receive& receive = model.rules[0].receive;
  EXPECT_EQ(receive.kind, ReceiveKind::quorum);
  EXPECT_EQ(receive.quorum_size, 2);
  EXPECT_TRUE(receive.at_least);
  EXPECT_EQ(model.type(model.rules[0].frame[receive.sender.index()].type).kind, TypeKind::set);
  EXPECT_TRUE(model.rules[0].guard.has_domain_set);
  const auto& body = model.rules[1].body;
  EXPECT_EQ(body[0].recipients, Recipients::all);
  EXPECT_EQ(body[0].arguments[1].kind, ExprKind::undefined);
  EXPECT_EQ(body[1].recipients, Recipients::one);
  EXPECT_EQ(body[2].recipients, Recipients::set);
  EXPECT_EQ(body[3].recipients, Recipients::set);
}

TEST(Checker, WholeMessagesAreCopiedByFields) {
  const Model model = checked(R"(
    type Msg: record k: 0..3; v: bool end;
    role a[2] var last: Msg
    rules
    [](i: a)[](j: a) get: last := msg; 2a[j] := msg; 2a[j] := last; undefine last
  )");
  const auto& body = model.rules[0].body;
  ASSERT_EQ(body.size(), 7U);
  EXPECT_EQ(body[0].target.kind, ExprKind::field);
  EXPECT_EQ(body[0].value.kind, ExprKind::message_field);
  EXPECT_EQ(body[2].kind, StmtKind::set_outgoing);
  EXPECT_EQ(body[4].value.kind, ExprKind::field);
  EXPECT_EQ(body[6].kind, StmtKind::undefine);
}

TEST(Checker, RecordsAndArraysAreComparedByTheirScalars) {
  const Expr same = predicate("c[1].w = c[2].w");
  EXPECT_EQ(same.kind, ExprKind::logical_and);
  EXPECT_EQ(predicate("c[1].w != c[2].w").kind, ExprKind::logical_not);
}

TEST(Checker, GroupsReadTheVariableOfWhicheverRole) {
  const Expr status = predicate("all(i: g | i.status = corr)").child(0).child(0);
  EXPECT_EQ(status.kind, ExprKind::conditional);
  EXPECT_EQ(status.child(1).kind, ExprKind::status);
  EXPECT_NE(check_text(around("invariant i: all(i: g | i.z = 1)")).find("a has no variable `z`"), nullptr);
}

TEST(Checker, UndefineExpands) {
  const Model model = checked(around(R"(
role m[1] var q: bool monitor h: 0..1 := 0
init
start: undefine a; undefine m; undefine c[1]; a[1].status := crash
)"));
  const auto& body = model.initial_rules[0].body;
  EXPECT_EQ(body[0].kind, StmtKind::undefine_role);
  EXPECT_EQ(body[1].kind, StmtKind::loop);  // spares the monitor variable
  EXPECT_EQ(body[1].body.size(), 1U);
  EXPECT_EQ(body[2].kind, StmtKind::undefine);
  EXPECT_EQ(body[4].target.kind, ExprKind::status);
}

TEST(Checker, InitialValues) {
  const Model model =
      checked("role a[2] var x: 1..2 := distinct; y: bool := any; z: array[1..2] of 0..3 := 2; u: 0..1");
  const auto& variables = model.roles[0].variables;
  EXPECT_EQ(variables[0].initial_value, InitialValue::distinct);
  EXPECT_EQ(variables[1].initial_value, InitialValue::any);
  EXPECT_EQ(variables[2].initial_value, InitialValue::expression);
  EXPECT_EQ(variables[2].initial.value, 2);
  EXPECT_EQ(variables[3].initial_value, InitialValue::undefined);
}

TEST(Checker, EmptyRolesWork) {
  const Model model = checked(R"(
    role a[0] var x: bool; peers: set of a := {}
    role b[1] var y: a
    message M(x: bool)
    rule r of b i on M from a q: do send M(msg.x) to q; send M(true) to all a
    rule t of a i: do x := true; send M(x) to all b
    invariant none: all(i: a | i.x)
  )");
  EXPECT_LT(model.type(model.roles[0].type).high, model.type(model.roles[0].type).low);
  EXPECT_EQ(model.roles[1].first.value, 0);
}

TEST(Checker, FormulasBecomeInvariantsWherePossible) {
  const Model model = checked(around(R"(
property p1: [] all(i: a | i.x < 4)
property p2: all(i: a | G i.x < 4) and A G n = 3
property p3: <> all(i: a | i.x = 4) under fair
property p4: all(i: a where i.b | G (i.x = 1 => F i.x = 2))
property p5: n = 3
property p6: no deadlock
property p7: no deadlock unless all(i: a | i.x = 4)
)"));
  EXPECT_EQ(model.properties[0].kind, PropertyKind::invariant);
  EXPECT_EQ(model.properties[1].kind, PropertyKind::invariant);
  EXPECT_EQ(model.properties[1].predicate.kind, ExprKind::logical_and);
  EXPECT_EQ(model.properties[2].kind, PropertyKind::temporal);
  EXPECT_EQ(model.properties[2].under, "fair");
  EXPECT_EQ(model.properties[3].kind, PropertyKind::temporal);
  EXPECT_EQ(model.properties[3].formula.kind, FormulaKind::for_all);
  EXPECT_EQ(model.properties[3].formula.children[0].kind, FormulaKind::implies);
  EXPECT_EQ(model.properties[4].kind, PropertyKind::temporal);  // it speaks of the initial states
  EXPECT_EQ(model.properties[5].predicate.value, 0);
  EXPECT_EQ(model.properties[6].kind, PropertyKind::no_deadlock);
}

TEST(Checker, FunctionsMayUseTheRulesOwnProcess) {
  checked(around(R"(
function big(i: a): bool = i.x > 2
function bigger(i: a, k: 0..4): bool = big(i) and i.x > k
rule r of a i: when bigger(i, 3) do x := 0
)"));
}

TEST(Checker, ChannelsAndFaults) {
  const Model model = checked(around(
      "channels synchronous, lossy, fifo, bound n\nfaults g: at most 1 byzantine; a: exactly n - 2 crash"));
  EXPECT_TRUE(model.channels.synchronous && model.channels.lossy && model.channels.fifo);
  EXPECT_EQ(model.channels.bound, 3);
  ASSERT_EQ(model.faults.size(), 2U);
  EXPECT_EQ(model.faults[0].roles.size(), 2U);
  EXPECT_TRUE(model.faults[1].exactly);
  EXPECT_EQ(model.faults[1].count, 1);
}

}  // namespace
}  // namespace quorate
