// What a protocol designer reads after a mistake: the place, what was expected, what to write instead;
// every mistake of a text in one run, and nothing that follows from another one.
#include <gtest/gtest.h>

#include "language/sample_models.hpp"
#include "language/syntax_printer.hpp"

namespace quorate::test {
namespace {

using Errors = std::vector<std::string>;

// The only error of a text, with its hint.
void expect_error(const std::string& text, const std::string& error, const std::string& hint_part = "") {
  const Parsed parsed(text);
  EXPECT_EQ(parsed.errors(), Errors{error}) << text;
  if (parsed.diagnostics.error_count() == 1) {
    EXPECT_NE(parsed.diagnostics.sorted()[0].hint.find(hint_part), std::string::npos) << text << "\n"
                                                                                      << parsed.messages();
  }
}

void expect_rule_error(const std::string& body, const std::string& error, const std::string& hint_part = "") {
  expect_error("rule r of a p: do\n" + body, error, hint_part);
}

void expect_guard_error(const std::string& guard, const std::string& error,
                        const std::string& hint_part = "") {
  expect_error("rule r of a p: when\n" + guard + " do skip", error, hint_part);
}

TEST(ParserErrors, ConfusedAssignmentAndComparison) {
  expect_rule_error("x = 1; y := 2", "2:3 `=` compares, but a statement is expected here", "`:=`");
  expect_rule_error("p.x[1] = 1", "2:8 `=` compares, but a statement is expected here", "`:=`");
  expect_guard_error("x := 1", "2:3 `:=` assigns, but a condition or value is expected here", "`=`");
  expect_rule_error("if x := 1 then skip endif",
                    "2:6 `:=` assigns, but a condition or value is expected here");
  expect_rule_error("x := y := 1", "2:8 `:=` assigns, but a condition or value is expected here");
  expect_guard_error("x <> 1", "2:3 `<>` means `eventually` and stands before a formula", "`!=`");
  expect_guard_error("a < b < c", "2:7 comparisons cannot be chained", "a < b and b < c");
}

TEST(ParserErrors, MissingWordsOfStatements) {
  expect_rule_error("send M to all 3", "2:15 expected a role, a group or a set after `all`, found `3`");
  expect_rule_error("p.x++; y := 1", "2:4 expected `:=` after the variable, found `+`", "x := x + 1");
  expect_rule_error("if x = 1 y := 2 endif", "2:10 expected `then` after the condition of `if`, found `y`");
  expect_rule_error("if x = 1 do y := 2 endif",
                    "2:10 expected `then` after the condition of `if`, found `do`");
  expect_rule_error("for k: a x := 1 endfor", "2:10 expected `do` after the heading of `for`, found `x`");
  expect_rule_error("if a then x := 1", "2:17 expected `endif`, found the end of the text", "`if` of line 2");
  expect_rule_error("for k: a do x := 1\nrule s of a p: do skip", "3:1 expected `endfor`, found `rule`",
                    "the `for` of line 2 is not closed");
  expect_rule_error("for k: a do if b then x := 1 endfor", "2:30 expected `endif`, found `endfor`",
                    "the `if` of line 2 is not closed");
  expect_rule_error("if a then x := 1 endfor; y := 2", "2:18 expected `endif`, found `endfor`");
  expect_rule_error("if a then x := 1 else if b then x := 2 endif\nrule s of a p: do skip",
                    "3:1 expected `endif`, found `rule`", "write `elsif` instead");
  expect_rule_error("x := 1 y := 2", "2:7 expected `;` between two statements, before `y`");
  expect_rule_error("if a then endif", "2:11 expected a statement after `then`, found `endif`", "`skip`");
  expect_rule_error("x : = 1; y := 2", "2:3 expected `:=`, found `: =`");
  expect_rule_error("if a then x := 1 + end", "2:20 expected an expression, found `end`");
  expect_rule_error("end", "2:1 expected a statement, found `end`");
  expect_rule_error("x := 1; endif; y := 2", "2:9 `endif` has nothing to close here");
  expect_rule_error("for k in a do skip endfor", "2:7 expected `:` after `k`, found `in`", "for k: ");
  expect_rule_error("send M(1) p", "2:11 expected `to` and the receiver, found `p`", "to all ROLE");
  expect_rule_error("send M(1)", "2:10 expected `to` and the receiver, found the end of the text");
  expect_rule_error("M(1)", "2:1 expected a statement, found the call of `M`", "send M(...) to");
  expect_rule_error("2leader.x := 1", "2:8 expected `[` and the receiver, found `.`", "2leader[k]");
}

TEST(ParserErrors, MissingPartsOfRules) {
  expect_error("rule r of b q on M from quorum [2] of a: do skip",
               "1:32 expected a name for the quorum, found `[`");
  expect_error("rule r of b q on M from majority of a: do skip",
               "1:34 expected a name for the sender, found `of`", "quorum Q[");
  expect_error("rule r of a p\n when x do skip", "1:14 expected `:` after the heading of the rule");
  expect_error("rules [](i: T) go if a then skip endif", "1:18 expected `:` after the heading of the rule",
               "go: ");
  expect_error("rules [](i: T) go: skip [] stop: x := 1", "1:28 the rule `stop` belongs to no process",
               "[](i: T) stop");
  expect_error("rules [](i: T)[](j: U go: skip", "1:23 expected `)`, found `go`", "`(` before `j`");
  expect_error("rules [](i: T) go: skip [] [] [](i: T) on: skip", "1:28 expected a rule between two `[]`");
  expect_error("[](i: T) go: skip", "1:1 a rule must be in the section `rules` or `init`");
  expect_error("rule r of a p: x := 1", "1:16 expected `when` or `do`, found `x`");
  expect_error("rule r of a p: when b x := 1", "1:23 expected `do` after the condition of `when`, found `x`");
  expect_error("rule r of a: do skip", "1:12 expected a name for the process after `a`, found `:`",
               "write `a p`");
  expect_error("rule r of a p on M: do skip", "1:19 expected `from` and the sender, found `:`");
  expect_error("rule r of a p on M from quorum Q of b: do skip",
               "1:34 expected `[` and the size of the quorum, found `of`");
}

TEST(ParserErrors, Brackets) {
  expect_guard_error("(a + (b * c) > 1", "2:18 expected `)`, found `do`", "the `(` at line 2, column 1");
  expect_guard_error("f(a, b > 1", "2:12 expected `)`, found `do`", "the `(` at line 2, column 2");
  expect_guard_error("a[i = 2", "2:9 expected `]`, found `do`", "the `[` at line 2, column 2");
  expect_guard_error("{a, b = s", "2:11 expected `}`, found `do`", "the `{` at line 2, column 1");
  expect_guard_error("⌈n / 2 = 3", "2:12 expected `⌉`, found `do`", "the `⌈` at line 2, column 1");
  expect_guard_error("all(i: T | i.x = 1", "2:20 expected `)`, found `do`", "the `(` at line 2, column 4");
  expect_guard_error("a[i, j] = 1", "2:4 an array has one index", "a[i][j]");
}

TEST(ParserErrors, Quantifiers) {
  expect_error("invariant i: all p: a | p.x = 0", "1:18 expected `(` after `all`, found `p`", "all (i: T)");
  expect_rule_error("x := any 1..3; y := 1", "2:11 a range is a type, not a set", "any(v: 1..3)");
  expect_error("invariant i: forall l: learner | l.x = 1", "1:21 expected `(` after `forall`, found `l`",
               "forall (i: T)");
  expect_error("invariant i: ∀ l: learner l.x = 1", "1:16 expected `(` after `∀`, found `l`", "∀ (i: T)");
  expect_error("invariant i: ∃ (i, j: T) i = j", "1:18 a quantifier binds one variable", "∃ (i: T) ∃ (j: T)");
  expect_error("invariant i: all(x in S | x > 1)", "1:20 expected `:` after `x`, found `in`", "x: ");
  expect_error("invariant i: foral(x: S | x > 1)", "1:14 expected a quantifier, found `foral`", "`forall`");
  expect_error("invariant i: all(x: S) x > 1", "1:22 expected `|` and a condition before `)` of `all`",
               "all(i: T | ");
  expect_error("invariant i: count(x: S) > 1", "1:24 expected `|` and what is quantified, found `)`",
               "count(i: T | ");
  expect_error("invariant i: x in 1..3", "1:20 a range is a type, not a set", "1 <= x");
  expect_error("invariant i: if a then b", "1:25 expected `else`, found the end of the text",
               "if c then a else b");
}

TEST(ParserErrors, TemporalOperatorsOutsideProperties) {
  expect_error("property p: always x", "1:13 expected a formula, found `always`", "`G` or `[]`");
  const std::string message = " is a temporal operator, but a condition on one state is expected here";
  expect_error("invariant i: G (x = 1)", "1:14 `G`" + message, "`property NAME: ...`");
  expect_error("invariant i: x U y", "1:16 `U`" + message);
  expect_error("invariant i: [] x", "1:14 `[]`" + message);
  expect_error("property d: no deadlock unless F x", "1:32 `F`" + message);
  expect_guard_error("◇ x", "2:1 `◇` is a temporal operator; only a property may use it", "property NAME");
  expect_error("property p: AG x", "1:13 `AG` is written as two operators", "`A G`");
  expect_error("property p: E[a U b]", "1:14 a formula is put in parentheses, not in brackets", "E (...)");
}

TEST(ParserErrors, MisspeltWords) {
  expect_error("invarient i: x = 1\nrole a", "1:1 expected a section, found `invarient`",
               "did you mean `invariant`?");
  expect_error("Role a[3]", "1:1 expected a section, found `Role`", "did you mean `role`?");
  expect_error("rule r of a p: do skip\ninvarient i: x",
               "2:1 expected `;` or the end of the statements, found `invarient`", "`invariant`");
  expect_error("role a var x: 0..1;\nmesage M(x: bool)", "2:1 expected a section, found `mesage`",
               "`message`");
  expect_error("channels asynchronous, losy", "1:24 expected a word for the channels, found `losy`",
               "`lossy`");
  expect_error("faults at most 1 crashes",
               "1:18 expected a kind of fault like `crash`, `down` or `byzantine`, found `crashes`",
               "`crash`");
  expect_rule_error("sned M to p", "2:1 expected a statement, found `sned`", "`send`");
  expect_rule_error("if a thne skip endif", "2:6 expected `then` after the condition of `if`, found `thne`",
                    "`then`");
  expect_rule_error("if a then skip edif; x := 1",
                    "2:16 expected `;` or the end of the statements, found `edif`", "`endif`");
  expect_rule_error("if a then skip elif b then skip endif",
                    "2:16 expected `;` or the end of the statements, found `elif`", "`elsif`");
  expect_error("foo bar", "1:1 expected a section, found `foo`", "the sections are parameter, type");
}

TEST(ParserErrors, ReservedWords) {
  const std::string message = " is a word of the language and cannot be a name";
  expect_error("role a var phase: enum {idle, init, done}", "1:31 `init`" + message, "choose another name");
  EXPECT_EQ(Parsed("protocol faults (n := 3) role a").messages(), "");
  expect_error("role rule[3]", "1:6 `rule`" + message);
  expect_error("role a var for: 0..3", "1:12 `for`" + message);
  expect_error(
      "role a var p: enum {init, done} := init; q: 0..1\nrule r of a p: when p.p = init do p.p := done",
      "1:21 `init`" + message);
  expect_error("invariant i: all(x: S | x = end)", "1:29 `end`" + message);
}

TEST(ParserErrors, Declarations) {
  expect_error("role a var x: 0..1 := 0, y: bool := true",
               "1:24 expected `;` between two declarations, found `,`");
  expect_error("rule r of a p: do\n var y: 0..3 := 0;\n x := y", "2:2 expected a statement, found `var`",
               "`let x := value`");
  expect_error("channels bound\nrole a", "2:1 expected a number after `bound`, found `role`");
  expect_error("channels async, bound 1", "1:10 expected a word for the channels, found `async`",
               "`asynchronous`");
  expect_error("channels quick, lossy, bound 1", "1:10 expected a word for the channels, found `quick`");
  expect_error("invariant i: no deadlock", "1:14 freedom from deadlock is not an invariant",
               "property i: no deadlock");
  expect_error("property i: no deadlock if all(p: a | p.x)",
               "1:25 expected `unless` and the allowed end states, found `if`");
  expect_error("property i: x y", "1:15 expected an operator or a new section, found `y`");
  expect_error("protocol p (m = 2)", "1:15 expected `:=`, found `=`", "m := ...");
  expect_error("parameter n", "1:12 expected `:=` and a value after `n`, found the end of the text");
  expect_error("role a var x: 0..1\n  y: bool", "1:19 expected `;` before the declaration of `y`");
  expect_error("role a var x: 0..1 = 0", "1:20 expected `:=` and the initial value, found `=`");
  expect_error("role a var x 0..1; y: bool", "1:14 expected `:` and a type after `x`, found `0`");
  expect_error("type M: record x: bool; y: bool\nvar a: array[r] of bool",
               "2:1 expected `;` and a field, or `end`, found `var`", "the `record` of line 1");
  expect_error("type color = enum {red}", "1:12 expected `:`, found `=`", "color: type");
  expect_error("var a: array[r] of bool := 1",
               "1:25 the variables of a `var` section get their values in `init`");
  expect_error("function f(x: bool) = x", "1:21 expected `:` and the type of the result, found `=`");
  expect_error("group g = a, b", "1:12 expected `+` and another role, found `,`");
  expect_error("observe x := 1", "1:1 `observe` belongs to a `monitor`");
  expect_error("role a protocol p", "1:8 `protocol` must be the first word of the text");
  expect_error("role a end role b", "1:8 `end` has nothing to close here");
  expect_error("safety G x", "1:8 expected `:` after `safety`, found `G`", "safety: formula");
  expect_error("property x = 1", "1:10 expected a name and `:` after `property`, found `x`",
               "property name: ");
  expect_error("property p G x", "1:12 expected `:` after `p`, found `G`");
  expect_error("x: 0..3", "1:4 expected the formula of the property `x`, found a type", "behind `var`");
}

TEST(ParserErrors, StrayCharactersAreReportedOnce) {
  expect_rule_error("x := 1 $ 2; y := 3", "2:8 `$` is not part of the language");
  expect_guard_error("x = 1 && … && y = 2", "2:10 `…` is not part of the language", "count(i: T");
}

TEST(ParserErrors, AllOfAFileInOneRun) {
  const Parsed parsed(
      "protocol p (n = 3)\n"
      "role a[n] var x: 0..n := 0; y 0..1\n"
      "chanels lossy\n"
      "message M(v: 0..n\n"
      "rule one of a p:\n"
      "  when p.x := 1 do\n"
      "    p.x = 2;\n"
      "    p.y := (1 + ;\n"
      "    if p.x = 1 then p.y := ) else p.y := 0 endif;\n"
      "    p.y := 1 +\n"
      "rule two of a p do for k: a do skip end\n"
      "invariant i: all(j: a | j.x > ) and x\n"
      "property q: G (x and\n"
      "property ok: G x\n");
  EXPECT_EQ(
      parsed.errors(),
      (Errors{"1:15 expected `:=`, found `=`", "2:31 expected `:` and a type after `y`, found `0`",
              "3:1 expected a section, found `chanels`", "5:1 expected `)`, found `rule`",
              "6:12 `:=` assigns, but a condition or value is expected here",
              "7:9 `=` compares, but a statement is expected here", "8:17 expected an expression, found `;`",
              "9:28 expected an expression, found `)`", "11:1 expected an expression, found `rule`",
              "11:16 expected `:` after the heading of the rule", "12:31 expected an expression, found `)`",
              "14:1 expected an expression, found `property`"}));
  EXPECT_EQ(parsed.model.rules.size(), 2U);
  EXPECT_EQ(parsed.model.properties.size(), 3U);
}

// One character or word too few in a correct model: the error is near, and few follow from it.
TEST(ParserErrors, OneSlipGivesFewErrors) {
  for (const char* sample : {kPrintedPaxos, kPrintedOralMessages, kShortPaxos}) {
    const std::string text = sample;
    for (const std::string word :
         {":=", "then", "do\n", "endif", "endfor", " end", ";", ")", "]", ":", "to "}) {
      for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        if (text.rfind("//", at) != std::string::npos && text.rfind("//", at) > text.rfind('\n', at))
          continue;
        std::string broken = text;
        broken.replace(at, word.size(), std::string(word.size(), ' '));
        const Parsed parsed(broken);
        EXPECT_LE(parsed.diagnostics.error_count(), 3U) << "without `" << word << "`:\n" << parsed.messages();
      }
    }
  }
}

}  // namespace
}  // namespace quorate::test
