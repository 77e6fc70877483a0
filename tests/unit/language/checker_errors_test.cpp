#include <fmt/format.h>
#include <gtest/gtest.h>

#include "language/checked_model.hpp"

namespace quorate {
namespace {

const std::string kModel = R"(parameter n := 3
role a[n] var x: 0..4 := 0; s: set of a := {}; ph: enum {idle, busy} := idle; w: array[1..2] of bool
  monitor seen: 0..3 := 0
role c[2] var z: 0..9; xs: set of 0..5
group g = a + c
message M(k: 0..4, v: bool)
monitor var total: 0..9 := 0
)";

// Exactly one error, whose message contains `message`, under `place` (a text that occurs once).
void expect_error(const std::string& rest, const std::string& message, const std::string& place,
                  const std::string& hint = {}) {
  const auto result = check_text(kModel + rest + "\n");
  EXPECT_EQ(result.errors(), 1U) << rest << "\n" << result.text();
  const Diagnostic* found = result.find(message);
  ASSERT_NE(found, nullptr) << "wanted: " << message << "\n" << result.text();
  EXPECT_EQ(found->severity, Severity::error);
  EXPECT_EQ(result.source->excerpt(found->span), place) << rest;
  EXPECT_NE(found->hint.find(hint), std::string::npos) << found->hint;
}

void expect_warning(const std::string& text, const std::string& message) {
  const auto result = check_text(text);
  EXPECT_EQ(result.errors(), 0U) << result.text();
  EXPECT_NE(result.find(message), nullptr) << result.text();
}

TEST(CheckerErrors, Names) {
  expect_error("rule r of a i: when i.ss = {} do x := 0", "a has no variable `ss`", "ss",
               "did you mean `s`?");
  expect_error("rule r of a i: do phase := idle", "there is no `phase` here", "phase");
  expect_error("rule r of a i on M from c q: when msg.w = 1 do x := 0", "has no field `w`", "w",
               "`k` and `v`");
  expect_error("rule r of a i: do send N(1) to i", "there is no message `N`", "N");
  expect_error("rule r of aa i: do x := 0", "there is no role `aa`", "aa", "did you mean");
  expect_error("invariant i: all(i: a | i.x = total2)", "there is no `total2` here", "total2",
               "did you mean `total`?");
  expect_error("invariant i: x > 0", "there is no `x` here", "x", "`a[i].x`");
  expect_error("invariant i: foo(1)", "there is no function `foo`", "foo");
}

TEST(CheckerErrors, Types) {
  expect_error("rule r of a i: do x := true", "`x` must be an integer of 0..4, but this is a boolean",
               "true");
  expect_error("rule r of a i: do x := 7", "must be an integer of 0..4, but this is 7", "7");
  expect_error("rule r of a i: do ph := 1", "one of {idle, busy}", "1");
  expect_error("rule r of a i: do s := i", "must be a set of a", "i", "write `{i}`");
  expect_error("rule r of a i: do s := s + xs", "there is no `xs`", "xs");
  expect_error("invariant i: a[1].s = c[1].xs", "cannot be combined", "a[1].s = c[1].xs");
  expect_error("invariant i: a[1] = c[1]", "a process of a cannot be compared with a process of c",
               "a[1] = c[1]");
  expect_error("invariant i: a[4].x = 1", "there is no process 4 of a: it has 3 processes", "4");
  expect_error("invariant i: a[1].w[3]", "the index of `a[1].w` must be an integer of 1..2", "3");
  expect_error("invariant i: a[1].x.y = 1", "`a[1].x` has no parts", "a[1].x.y");
  expect_error("invariant i: a[1].x[1] = 1", "`a[1].x` cannot be indexed", "a[1].x[1]");
  expect_error("invariant i: a[1].x", "an invariant must be a boolean", "a[1].x");
  expect_error("invariant i: a[1].x = undefined", "compared with `undefined`", "a[1].x = undefined",
               "isundefined(a[1].x)");
  expect_error("invariant i: a.x = 1", "`a` stands for all its processes", "a");
  expect_error("rule r of a i: do x := if x > 1 then 1 else true", "what follows `else`", "true");
}

TEST(CheckerErrors, Declarations) {
  expect_error("role d[63]", "more than 62 processes", "d");
  expect_error("role d[0 - 1]", "the number of processes of `d` is -1", "0 - 1");
  expect_error("role d[1] var big: array[1..5000] of bool", "more than 4096 values", "big");
  expect_error("role d[1] var big: 0..9223372036854775807", "too", "9223372036854775807");
  expect_error("role d[1] var s: set of 0..62", "at most 62 possible elements", "set of 0..62");
  expect_error("role d[1] var e: 3..1", "the range 3..1 is empty", "3..1");
  expect_error("role d[3] var e: bool := distinct", "cannot have distinct values", "distinct");
  expect_error("role d[1] var e: 0..2 := a", "`a` stands for all", "a");
  expect_error("role d[1] var e: 0..1; e: bool", "the variable `e` is declared twice", "e", "line 8");
  expect_error("role a[2]", "the role `a` is declared twice", "a", "line 2");
  expect_error("role d[1] var status: bool", "cannot be called `status`", "status");
  expect_error("role d[k]", "`k` has no value", "k", "--set k=2");
  expect_error("message M(q: bool)", "the message `M` is declared twice", "M", "line 6");
  expect_error("type T: array[1..2] of T;", "contains itself", "T");
  expect_error("type U: bool;\nvar q: bool;", "the variable `q` belongs to no role", "q", "monitor");
  expect_error("function f(x: 0..3): bool = g2(x)\nfunction g2(y: 0..3): bool = f(y)", "calls itself", "f",
               "recursive");
  expect_error("channels lossy, reliable", "both lossy and reliable", "reliable");
  expect_error("faults b: at most 1 crash", "there is no role `b`", "b");
}

TEST(CheckerErrors, Statements) {
  expect_error("rule r of a i: do send M(1) to i", "M has 2 fields, but 1 value is given", "M(1)",
               "M(k: 0..4, v: bool)");
  expect_error("rule r of a i: do send M(1, true) to c", "`c` stands for all its processes", "c", "to all c");
  expect_error("rule r of a i: do send M(1, true) to x", "sent to a process or a set of processes", "x");
  expect_error("rule r of a i on M from c q: do msg.k := 1", "cannot be changed", "msg.k");
  expect_error("rule r of a i: do let y := 1; y := 2", "`y` is not a variable", "y", "keeps its value");
  expect_error("rule r of a i: when msg.v do x := 0", "this rule receives nothing", "msg");
  expect_error("rule r of a i: do i.status := corr", "only an `init` rule may set the status", "i.status");
  expect_error("rule r of a i on M from quorum Q[2] of c: when msg.v do x := 0",
               "every process of its quorum", "msg");
  expect_error("rule r(y: 0..1, y: bool) of a i: do x := 0", "the parameter `y` is declared twice", "y");
  expect_error("rule r of g i: do skip", "a rule belongs to one role", "g");
  expect_error("init\nstart: send M(1, true) to a[1]", "only a rule can send", "send M(1, true) to a[1]");
}

TEST(CheckerErrors, SeveralKindsNeedToBeNamed) {
  expect_error("message N()\nrules\n[](i: a)[](j: c) get: x := 1", "does not say which message it receives",
               "get", "get on M:");
}

TEST(CheckerErrors, Locality) {
  const std::string share = "processes share nothing but messages";
  expect_error("rule r of a i on M from c q: when q.z = 1 do x := 0",
               "a rule of a i cannot use the variables of c q: " + share, "q.z", "message");
  expect_error("rule r of a i: do x := a[2].x", "cannot use the variables of a[2]", "a[2].x");
  expect_error("rule r of a i: when exists(j: a | j.x = 1) do x := 0", "cannot use the variables of a j",
               "j.x");
  expect_error("rule r of a i: do c[1].z := 1", "cannot use the variables of c[1]", "c[1].z");
  expect_error("rule r of a i: when i.status = corr do x := 1", "cannot see the status", "i.status");
  expect_error("function f(i: a, j: a): bool = i.x = j.x\nrule r of a i: when f(i, a[1]) do x := 1",
               "a rule of a i cannot call `f` here: it uses the variables of other processes of a",
               "f(i, a[1])");
}

TEST(CheckerErrors, MonitorsAreNotSeenByRules) {
  const std::string message = "rules must not depend on the monitor variable";
  expect_error("rule r of a i: when seen = 1 do x := 0", message, "seen");
  expect_error("rule r of a i: do x := total", message, "total");
  expect_error("rule r of a i: do let t := seen; x := t", message, "t");
  expect_error("rule r of a i: do if total = 1 then seen := 1; x := 0 endif", message, "total");
  expect_error("function f(): 0..9 = total\nrule r of a i: do x := f()", message, "f()");
  expect_error("monitor observe: a[1].x := 1", "a monitor only watches", "a[1].x");
  const auto good = check_text(kModel + R"(
rule r of a i: do total := total + 1; if seen = 0 then seen := x; if total > 3 then total := 0 endif endif
monitor observe: total := count(i: a | i.x = 1); a[1].seen := 1
)");
  EXPECT_EQ(good.errors(), 0U) << good.text();
}

TEST(CheckerErrors, Properties) {
  expect_error("property p: any(i: a | true) = a[1]", "a property cannot choose", "any(i: a | true)");
  expect_error("property p: G 3", "a property must be a boolean", "3");
  expect_error("property p: (G true) = true", "a temporal operator cannot be used here", "(G true)");
  expect_error("invariant p: true\nproperty p: G true", "the property `p` is declared twice", "p", "line 8");
}

TEST(CheckerErrors, UnknownParameterValues) {
  const auto result =
      check_text("parameter n := 2\nrole a[n] var x: enum {red}", {{"nn", 1}, {"red", 1}, {"zebra", 3}});
  EXPECT_EQ(result.errors(), 3U) << result.text();
  const Diagnostic* zebra = result.find("`zebra`");
  ASSERT_NE(zebra, nullptr);
  EXPECT_EQ(zebra->span, Span{});
  EXPECT_NE(zebra->hint.find("`n`"), std::string::npos);
}

TEST(CheckerErrors, AllErrorsInOneRunWithoutFollowers) {
  const auto result = check_text(R"(
role a[k] var x: Unknown; y: 0..k; z: bool
message M(f: Nothing, g: 0..2)
rule r of a i on M from a j: when x = 3 and msg.f = 2 and y > k and z = 4 do x := y; send M(x, 9) to j
)");
  // k, Unknown, Nothing, z = 4, and 9 for g; whatever depends on these is silent.
  EXPECT_EQ(result.errors(), 5U) << result.text();
}

TEST(CheckerErrors, Warnings) {
  expect_warning("role a[1]", "the model has no rule");
  expect_warning("role a[2]\nmessage M()\nrule r of a i on M from quorum Q[3] of a: do skip",
                 "can never be executed");
  expect_warning("role a[2]\nmessage M()\nrule r of a i on M from a j: do skip", "which nobody sends");
  expect_warning("role a[2]\nproperty p: 1 = 1", "it speaks of the initial states only");
  const auto quiet = check_text(
      "faults a: at most 1 byzantine\nrole a[2]\nmessage M()\nrule r of a i on M from a j: do skip");
  EXPECT_TRUE(quiet.reports.empty()) << quiet.text();
}

TEST(CheckerErrors, DeepNestingEndsWithAMessage) {
  std::string sum = "1";
  for (int i = 0; i < 20000; ++i) sum += " + 1";
  const auto result = check_text("role a[1]\ninvariant i: 0 < " + sum);
  EXPECT_EQ(result.errors(), 1U);
}

TEST(CheckerErrors, ManyCallsOfFunctionsEndQuickly) {
  std::string text = "role a[2] var x: 0..4\nfunction f0(i: a): bool = i.x > 1\n";
  for (int k = 1; k < 60; ++k) {
    text += fmt::format("function f{}(i: a): bool = f{}(i) and f{}(i)\n", k, k - 1, k - 1);
  }
  text += "rule r of a i: when f59(i) do x := 0\ninvariant v: all(i: a | f59(i))";
  EXPECT_EQ(check_text(text).errors(), 0U);
}

}  // namespace
}  // namespace quorate
