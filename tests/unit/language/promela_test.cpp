// The dialect of parametric Promela, corner by corner.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "language/promela/promela_checker.hpp"

namespace quorate {

namespace {

struct LoadedText {
  std::optional<ThresholdModel> model;
  std::string messages;
};

LoadedText load(const std::string& text, const std::map<std::string, std::string>& definitions = {}) {
  const SourceText source("test.pml", text);
  Diagnostics diagnostics;
  LoadedText result;
  result.model = load_promela(source, definitions, diagnostics);
  result.messages = render(diagnostics, source);
  return result;
}

std::string with_step(const std::string& step, const std::string& rest = "") {
  return "symbolic int N, T, F;\nassume(N > 3 * T && T >= F)\nint nsnt;\n" + rest +
         "active[N - F] proctype P() {\n  byte pc = 0, next_pc = 0;\n  int x = 0, y;\n  if :: pc = 0; :: pc "
         "= 1 fi;\n"
         "end: do :: atomic {\n" +
         step + "\n} od }\n";
}

TEST(Promela, UnitsInAnyOrderAndWithoutSemicolons) {
  const auto loaded = load(
      "ltl a { []p }\natomic p = all(P:pc == 0);\nassume(N > 0)\nassume(N > 1);\nactive[N] proctype P() {\n"
      "byte pc; step: atomic { pc = 0 } goto step; }\nsymbolic int N;");
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_EQ(loaded.model->resilience.size(), 2U);
  EXPECT_EQ(loaded.model->properties.size(), 1U);
  EXPECT_EQ(loaded.messages, "");
}

TEST(Promela, AStepMayJumpBackInsideOrBeAChoice) {
  const std::string begin = "active[1] proctype P() { byte pc:2 = 0; ";
  for (const char* const step : {"step: atomic { pc = 1; goto step } }",
                                 "step: if :: atomic { pc = 1 } :: atomic { pc = 2 } fi; goto step; }",
                                 "a: b: do :: d_step { pc = 1; goto b } od }"}) {
    const auto loaded = load(begin + step);
    EXPECT_TRUE(loaded.model) << loaded.messages;
  }
  EXPECT_FALSE(load(begin + "step: atomic { pc = 1 } }").model);
}

TEST(Promela, ConditionsOfThePreprocessorNestAndMayBeIndented) {
  const std::string text =
      "  #ifdef A\n #ifndef B\n#define K 1\n  #else\n#define K 2\n #endif\n#else\n#define K \\\n 3\n#endif\n"
      "int g = K;\nactive[1] proctype P() { byte pc; end: do :: atomic { g = K } od }\n";
  EXPECT_EQ(load(text).model->shared[0].initial, 3);
  EXPECT_EQ(load(text, {{"A", "1"}}).model->shared[0].initial, 1);
  EXPECT_EQ(load(text, {{"A", "1"}, {"B", ""}}).model->shared[0].initial, 2);
}

TEST(Promela, MacrosAreScannedAgain) {
  const auto loaded = load(
      "#define A B + 1\n#define B 4\nint g;\nactive[A] proctype P() { byte pc; s: atomic { g = A } goto s }");
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_EQ(loaded.model->processes[0].count.kind, TermKind::plus);
}

TEST(Promela, AMacroThatContainsItselfIsNoLoop) {
  EXPECT_NE(load("#define A A + 1\nactive[A] proctype P() { byte pc; s: atomic { pc = 0 } goto s }").messages,
            "");
}

TEST(Promela, ElseIsWhatNoOtherFirstStatementAllows) {
  const auto loaded =
      load(with_step("if :: x > 1 -> pc = 1; :: if :: x == 0; :: x == 1 && pc == 0 fi; pc = 1 :: else fi"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  const ThresholdAction& choice = loaded.model->processes[0].step[0];
  ASSERT_EQ(choice.branches.size(), 3U);
  ASSERT_EQ(choice.branches[2].size(), 1U);
  EXPECT_EQ(choice.branches[2][0].term.kind, TermKind::logical_not);
  EXPECT_EQ(choice.branches[2][0].term.operands[0].kind, TermKind::logical_or);
}

TEST(Promela, ElseBesideAnAssignmentIsNeverPossible) {
  const auto loaded = load(with_step("if :: pc = 1; :: else -> pc = 0 fi"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  const ThresholdTerm& guard = loaded.model->processes[0].step[0].branches[1][0].term;
  EXPECT_EQ(guard.operands[0].kind, TermKind::constant);
  EXPECT_EQ(guard.operands[0].value, 1);
}

TEST(Promela, SeparatorsMayBeRepeatedAndArrowsAreSemicolons) {
  EXPECT_TRUE(load(with_step(";; pc == 0 -> x++ -> -> ; y = x;;")).model);
}

TEST(Promela, TheOrderOfOperatorsInFormulas) {
  const auto loaded = load(with_step("pc = 0",
                                     "atomic p = all(P:pc == 0);\natomic q = some(P:pc == 1);\n"
                                     "ltl a { []p U q }\nltl b { p && q -> <>p || q }\nltl c { !p U q }\n"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_EQ(loaded.model->properties[0].formula.kind, TemporalKind::always);
  EXPECT_EQ(loaded.model->properties[0].formula.operands[0].kind, TemporalKind::until);
  EXPECT_EQ(loaded.model->properties[1].formula.kind, TemporalKind::implies);
  EXPECT_EQ(loaded.model->properties[1].formula.operands[1].kind, TemporalKind::logical_or);
  EXPECT_EQ(loaded.model->properties[2].formula.kind, TemporalKind::until);
}

TEST(Promela, FairnessAndCandidatesAreKnownByTheirNames) {
  const auto loaded =
      load(with_step("pc = 0",
                     "atomic p = all(P:pc == 0);\natomic tx_inv = (card(P:pc == 1) == nsnt);\n"
                     "ltl fairness { []<>p }\nltl fairness_more { <>[]p }\nltl a { []p }\n"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_EQ(loaded.model->fairness.size(), 2U);
  EXPECT_EQ(loaded.model->properties.size(), 1U);
  EXPECT_EQ(loaded.model->candidates, std::vector<std::int32_t>{1});
}

TEST(Promela, PropositionsJoinedByWordsAndBySigns) {
  EXPECT_TRUE(load(with_step("pc = 0",
                             "atomic p = (all(P:pc == 0) and some(P:x < nsnt - F));\n"
                             "atomic q = some(P:pc == 0) || all(P:pc == 1) && (nsnt > 1);\n"
                             "atomic r = (all(P@end) or (nsnt == 0));\natomic s = all(Pend);\n"))
                  .model);
}

TEST(Promela, ThresholdsGivenByTheAuthor) {
  const auto loaded =
      load("#pragma option \"piaDom.thresholds = 0, 1, T + 1, (N + T) / 2\"\n" + with_step("pc = 0"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_EQ(loaded.model->thresholds.size(), 4U);
}

TEST(Promela, LocalsHideSharedVariables) {
  const auto loaded = load(with_step("x = x + 1", "int x;\n"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_FALSE(loaded.model->processes[0].step[0].target.shared);
}

TEST(Promela, MistakesAreAllReportedWhereTheyAre) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {with_step("x = x * y"), "not linear"},
      {with_step("x = y / 2"), "only parameters can be divided"},
      {with_step("chan!1"), "channels are not part of the language"},
      {with_step("do :: x++ od"), "a step has no loops inside"},
      {with_step("goto elsewhere"), "a step can only jump to the label of its loop"},
      {with_step("N = 1"), "N is a parameter and never changes"},
      {with_step("x = (pc == 0)"), "a number is expected here"},
      {with_step("nsmt++"), "did you mean nsnt?"},
      {with_step("pc = 0", "atomic p = some(all(P:pc == 0));\n"), "quantifiers cannot be nested"},
      {with_step("pc = 0", "atomic p = (x > 1);\n"), "x is not declared"},
      {with_step("pc = 0", "ltl a { X p }\n"), "the operator X"},
      {with_step("pc = 0", "ltl a { <>some(P:pc == 0) }\n"), "'some' cannot be written inside a formula"},
      {with_step("pc = 0", "#if N\n"), "there is no directive #if"},
      {with_step("pc = 0", "#ifdef N\n"), "this condition is never closed"},
      {with_step("pc = 0", "#define F(x) x\n"), "macros with parameters"},
      {with_step("pc = 0", "int a[3];\n"), "arrays are not part of the language"},
      {with_step("pc = 0", "/* open"), "this comment is never closed"},
      {"active[N] proctype P() { byte pc; pc = 0 }", "P has no loop"},
      {"", "this text has no processes"},
  };
  for (const auto& [text, message] : mistakes) {
    const auto loaded = load(text);
    EXPECT_FALSE(loaded.model) << text;
    EXPECT_NE(loaded.messages.find(message), std::string::npos)
        << text << "\nexpected: " << message << "\nfound: " << loaded.messages;
  }
}

std::string repeated(const std::string& part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

// Texts that would need more of the stack or of the memory than there is.
TEST(Promela, DepthAndExpansionHaveLimits) {
  const auto doubling = [](const std::string& last, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string next =
          i + 1 == count ? last : fmt::format("D{0} {1} D{0}", i + 1, last.empty() ? "" : "+");
      text += fmt::format("#define D{} {}\n", i, next);
    }
    return text;
  };
  std::string chain;
  for (int i = 0; i < 5000; ++i) chain += fmt::format("#define C{} C{}\n", i, i + 1);
  const std::string p = "atomic p = some(P:pc == 0);\n";
  const std::vector<std::pair<std::string, std::string>> texts = {
      {with_step("pc = 0", p + "ltl a { " + repeated("[] ", 201) + "p }\n"),
       "this formula is nested too deeply"},
      {with_step("pc = 0", p + "ltl a { " + repeated("!", 14'000) + "p }\n"),
       "this formula is nested too deeply"},
      {with_step("pc = 0", p + "ltl a { " + repeated("(", 5000) + "p }\n"),
       "this formula is nested too deeply"},
      {with_step("pc = 0", p + "ltl a { p" + repeated(" U p", 20'000) + " }\n"), "this formula is too long"},
      {with_step("pc = 0", p + "ltl a { p" + repeated(" -> p", 20'000) + " }\n"), "this formula is too long"},
      {with_step("pc = 0", p + "ltl a { p" + repeated(" <-> p", 60) + " }\n"),
       "this formula becomes too large"},
      {with_step("pc = 0", p + "ltl a { <>p" + repeated(" <-> []p", 60) + " }\n"),
       "this formula becomes too large"},
      {with_step("x = " + repeated("(", 5000) + "1"), "this expression is nested too deeply"},
      {with_step("x = " + repeated("- ", 14'000) + "1"), "this expression is nested too deeply"},
      {with_step(repeated("!", 14'000) + "x"), "this expression is nested too deeply"},
      {with_step("x = 1" + repeated("+1", 20'000)), "this expression is too long"},
      {with_step("x == 1" + repeated(" || x == 1", 20'000)), "this expression is too long"},
      {with_step(repeated("atomic { ", 50'000)), "statements are nested too deeply"},
      {with_step(repeated("if :: ", 50'000)), "statements are nested too deeply"},
      {with_step("x = D0", doubling("1", 16)), "this expression is too long"},
      {with_step("x = D0", doubling("1", 40)), "expand to too many tokens"},
      {with_step("x = 0 D0", doubling("", 40)), "expand to too many tokens"},
      {with_step("x = C0", chain), "macros inside of each other"},
      {with_step("x = 1000000000 * 1000000000 * 1000000000"), "this number is too large"},
  };
  for (const auto& [text, message] : texts) {
    const auto loaded = load(text);
    EXPECT_FALSE(loaded.model) << message;
    EXPECT_NE(loaded.messages.find(message), std::string::npos)
        << text.substr(0, 300) << "\nexpected: " << message << "\nfound: " << loaded.messages.substr(0, 500);
  }
}

TEST(Promela, WhatIsWideButNotDeepIsRead) {
  EXPECT_TRUE(load(with_step("x = 1" + repeated("+1", 500))).model);
  EXPECT_TRUE(load(with_step("if" + repeated(" :: x == 1", 20'000) + " :: else fi")).model);
  std::string nested = "x = 1";
  for (int i = 0; i < 50; ++i) nested = "if :: " + nested + " :: x > 2 :: else fi";
  EXPECT_TRUE(load(with_step(nested)).model);
}

TEST(Promela, ElseBesideAnInnerElseIsNeverPossible) {
  const auto loaded = load(with_step("if :: if :: x > 1 :: else fi; pc = 1 :: else -> pc = 0 fi"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  const ThresholdTerm& guard = loaded.model->processes[0].step[0].branches[1][0].term;
  EXPECT_EQ(guard.operands[0].kind, TermKind::constant);
  EXPECT_EQ(guard.operands[0].value, 1);
}

TEST(Promela, ElseBesideSkipIsNeverPossible) {
  const auto loaded = load(with_step("if :: skip; x > 1; pc = 1 :: else -> pc = 0 fi"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_EQ(loaded.model->processes[0].step[0].branches[1][0].term.operands[0].value, 1);
}

TEST(Promela, TheSameOnceMoreIsAWarning) {
  const auto loaded =
      load(with_step("pc = K",
                     "#define K 1\n#define K 1\natomic p = all(P:pc == 0);\natomic p = all(P:pc == 0);\n"
                     "ltl a { []p }\nltl a { [] p }\n"));
  ASSERT_TRUE(loaded.model) << loaded.messages;
  EXPECT_EQ(loaded.model->propositions.size(), 1U);
  EXPECT_EQ(loaded.model->properties.size(), 1U);
  for (const char* const said :
       {"K is defined twice, with the same text", "p is declared twice, with the same text",
        "a is declared twice, with the same text"})
    EXPECT_NE(loaded.messages.find(said), std::string::npos) << loaded.messages;
  EXPECT_NE(load(with_step("pc = K", "#define K 1\n#define K 2\n")).messages.find("K is defined before"),
            std::string::npos);
  EXPECT_FALSE(load(with_step("pc = 0", "atomic p = all(P:pc == 0);\natomic p = all(P:pc == 1);\n")).model);
}

TEST(Promela, PropositionsAreNamedAsWhatTheyAre) {
  const std::string declared = "atomic tx_inv = (nsnt == 0);\n";
  for (const auto& text :
       {with_step("tx_inv", declared), with_step("x = tx_inv", declared), with_step("tx_inv = 1", declared),
        with_step("pc = 0", declared + "atomic q = (tx_inv && nsnt == 1);\n")}) {
    const auto loaded = load(text);
    EXPECT_FALSE(loaded.model);
    EXPECT_NE(loaded.messages.find("tx_inv is a proposition (atomic)"), std::string::npos) << loaded.messages;
  }
}

// Whatever the text: no crash, no hang, and errors unless it is a model.
TEST(Promela, TextsCutAnywhereAreReported) {
  const std::string whole =
      with_step("if :: x < nsnt + F -> x++; :: else fi; havoc(y); assume(y >= x && y <= N)",
                "#define K 3\natomic p = all(P:x < K);\nltl a { [](p -> <>p) }\n");
  ASSERT_TRUE(load(whole).model);
  for (std::size_t length = 0; length < whole.size(); ++length) load(whole.substr(0, length));
  for (std::size_t at = 0; at + 1 < whole.size(); ++at) load(whole.substr(0, at) + whole.substr(at + 1));
}

}  // namespace

}  // namespace quorate
