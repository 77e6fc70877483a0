// Promela of a fixed size: what is read, and what is said of the rest.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "language/plain_text.hpp"

namespace quorate {

namespace {

bool is_plain(const std::string& text) {
  const SourceText source("test.pml", text);
  Diagnostics diagnostics;
  return is_plain_promela(preprocess_promela(source, {}, diagnostics).tokens);
}

std::string many(const std::string& part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

std::string body(const std::string& statements) {
  return "byte x; bit b; byte a[3];\nactive proctype P() {\n  byte y;\n" + statements + "\n}\n";
}

TEST(PlainPromela, WordsTellTheDialectsApart) {
  EXPECT_TRUE(is_plain("active proctype P() { skip }"));
  EXPECT_TRUE(is_plain("int x; active [2] proctype P() { atomic { x++ } }"));
  EXPECT_FALSE(is_plain("symbolic int N; active[N] proctype P() { s: atomic { skip } goto s }"));
  EXPECT_FALSE(
      is_plain("atomic p = all(P:x == 0); active[2] proctype P() { int x; s: atomic { skip } goto s }"));
  EXPECT_FALSE(is_plain(""));
}

TEST(PlainPromela, SelectionsTakeNoStepOfTheirOwn) {
  const auto loaded = load_plain(body("do :: x == 0 -> x = 1 :: else -> break od; x = 2"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_EQ(loaded.model->processes[0].steps.size(), 4U);
}

TEST(PlainPromela, ALoopAtTheBeginningOfABranchComesBackToItself) {
  const auto loaded = load_plain(body("if :: do :: x == 0 -> x = 1 :: x == 1 -> break od :: x == 2 fi"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  const PlainProcess& process = loaded.model->processes[0];
  for (const auto& step : process.steps) {
    if (step.action == PlainAction::assign) {
      EXPECT_NE(step.to, process.entry);
    }
  }
}

TEST(PlainPromela, BlocksKnowWhereTheyEnd) {
  const auto loaded = load_plain(body("atomic { x = 1; x = 2 }; d_step { x = 3; x = 4 }"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  int atomic = 0;
  int deterministic = 0;
  for (const auto& step : loaded.model->processes[0].steps) {
    atomic += step.stays_atomic ? 1 : 0;
    deterministic += step.stays_in_d_step ? 1 : 0;
  }
  // The first statement stands at the entry and inside.
  EXPECT_EQ(atomic, 2);
  EXPECT_EQ(deterministic, 2);
}

TEST(PlainPromela, MtypeNamesAreNumberedAsInSpin) {
  const auto loaded = load_plain("mtype = { A, B, C }\nmtype m = A;\nactive proctype P() { m = C }");
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_EQ(loaded.model->globals[0].initial, 3);
}

TEST(PlainPromela, FormulasBindAsInSpin) {
  const auto loaded =
      load_plain(body("skip") +
                 "#define p (x == 1)\n#define q (b)\nltl a { [] p U q }\nltl { p && q -> <> p || q }\n"
                 "ltl c { !p U q }\nltl d { [] x == 1 }\nltl e { !(p && <> q) }\n");
  ASSERT_TRUE(loaded.model) << loaded.messages;
  const auto& properties = loaded.model->properties;
  EXPECT_EQ(properties[0].formula.kind, TemporalKind::until);
  EXPECT_EQ(properties[0].formula.operands[0].kind, TemporalKind::always);
  EXPECT_EQ(properties[1].name, "ltl_1");
  EXPECT_EQ(properties[1].formula.kind, TemporalKind::implies);
  EXPECT_EQ(properties[2].formula.kind, TemporalKind::until);
  EXPECT_EQ(properties[3].formula.operands[0].kind, TemporalKind::proposition);
  EXPECT_EQ(properties[4].formula.kind, TemporalKind::logical_not);
}

TEST(PlainPromela, WhatIsNotSupportedIsSaidWhereItIs) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"chan c = [0] of { byte };\n" + body("skip"),
       "channels without a buffer (rendezvous) are not supported"},
      {"chan c[2] = [1] of { byte };\n" + body("skip"), "arrays of channels are not supported"},
      {"chan c = [1] of { byte };\n" + body("c!!1"), "only c!x and c?x are supported"},
      {"chan c = [1] of { byte };\n" + body("c??1"), "only c!x and c?x are supported"},
      {"chan c = [1] of { byte };\n" + body("c?[1]"), "only c!x and c?x are supported"},
      {"chan c = [1] of { byte };\n" + body("c!1,2"), "a message of c has 1 fields, and this has 2"},
      {"chan c = [1] of { byte };\n" + body("c?x + 1"), "write eval(...)"},
      {"chan c = [1] of { byte };\n" + body("x = c"), "c is not declared"},
      {"proctype Q() { skip }\n" + body("skip"), "'proctype' is not supported"},
      {"init { skip }\n" + body("skip"), "'init' is not supported"},
      {"never { skip }\n" + body("skip"), "'never' is not supported"},
      {"typedef T { byte x };\n" + body("skip"), "'typedef' is not supported"},
      {body("run P()"), "'run' is not supported"},
      {body("c!1"), "there is no channel c"},
      {body("c?x"), "there is no channel c"},
      {body("timeout"), "'timeout' is not supported"},
      {body("x = _nr_pr"), "_nr_pr is not supported"},
      {body("for (y : 1 .. 3) { skip }"), "'for' is not supported"},
      {body("x = z"), "z is not declared"},
      {body("x = a"), "a is an array"},
      {body("x[1] = 2"), "x is not an array"},
      {body("goto nowhere"), "P has no label nowhere"},
      {body("break"), "'break' outside of a loop"},
      {body("goto L; atomic { x = 1; L: x = 2 }"), "a jump into an atomic block"},
      {body("L: x = 1; L: x = 2"), "the label L stands twice"},
      {body("x = 1; int z; z = 1"), "variables are declared at the beginning"},
      {body("if :: else -> x = 1 :: else -> x = 2 fi"), "a second 'else'"},
      {body("x == 1 unless x == 2"), "expected ';'"},
      {body("skip") + "ltl a { X (x == 1) }", "the operator X"},
      {body("skip") + "ltl a { [] P@L }", "P has no label L"},
      {body("skip") + "ltl a { [] (Q:y == 1) }", "there is no proctype Q"},
      {body("skip") + "active [2] proctype Q() { L: skip }\nltl a { [] Q@L }", "say which: Q[1]"},
      {body("x = " + many("(", 5000) + "1"), "nested too deeply"},
      {body("x = 1" + many("+1", 20'000)), "too long"},
      {body(many("if :: ", 50'000)), "nested too deeply"},
      {body("skip") + "ltl a { " + many("[] ", 300) + "b }", "nested too deeply"},
      {body("skip") + "ltl a { " + many("!", 14'000) + "b }", "nested too deeply"},
  };
  for (const auto& [text, message] : mistakes) {
    const auto loaded = load_plain(text);
    EXPECT_FALSE(loaded.model) << text.substr(0, 200);
    EXPECT_NE(loaded.messages.find(message), std::string::npos)
        << text.substr(0, 200) << "\nexpected: " << message << "\nfound: " << loaded.messages.substr(0, 500);
  }
}

// Whatever the text: no crash, no hang.
TEST(PlainPromela, TextsCutAnywhereAreReported) {
  const std::string whole =
      "mtype = { A, B };\nmtype m = A;\nchan c = [2] of { mtype, byte };\nunsigned u : 3 = 2;\n#define p (x "
      "== 1)\n" +
      body(
          "L: if :: x < 2 -> x++; :: a[x] == 1 -> goto L :: else -> break fi; do :: atomic { b = !b; y-- } "
          "-> break od; "
          "d_step { x = (b -> 1 : 2); m = B }; c!A(1); c?eval(m),x; nempty(c); assert(x > 0); "
          "printf(\"%d\\n\", x); goto L") +
      "ltl f { [](p -> <>(m == B)) && P:y < 3 U P@L }\n";
  for (std::size_t length = 0; length < whole.size(); ++length) load_plain(whole.substr(0, length));
  for (std::size_t at = 0; at + 1 < whole.size(); ++at)
    load_plain(whole.substr(0, at) + whole.substr(at + 1));
}

}  // namespace

}  // namespace quorate
