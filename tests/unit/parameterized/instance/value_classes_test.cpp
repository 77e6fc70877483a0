// Which numbers an instance tells apart, and what it says of arbitrary ones.
#include <fmt/format.h>

#include "parameterized/instance/instance_check.hpp"
#include "parameterized/threshold_text.hpp"

namespace quorate {

namespace {

// A process with a step, a proposition about it, and the formula that it never holds.
std::string with(const std::string& before, const std::string& step, const std::string& proposition,
                 const std::string& shared = "") {
  return "symbolic int N; assume(N > 0);\n" + shared +
         "active[N] proctype P() { byte pc = 0; int r = 0, q = 0, s = 0;\n" + before +
         "\nend: do :: atomic { " + step + " } od }\natomic bad = " + proposition +
         ";\nltl never { []!bad }\nltl sometime { <>bad }\n";
}

InstanceResult checked(const std::string& text, std::int64_t n = 2, bool follow_growth = true,
                       bool counted = true, std::size_t property = 0) {
  const auto rules = rules_from(text);
  InstanceOptions options;
  options.follow_growth = follow_growth;
  options.counter_representation = counted;
  return check_instance(rules, {n}, rules->model->properties[property], options);
}

TEST(ValueClasses, ArbitraryNumbersReachEveryClass) {
  const std::vector<std::pair<std::string, Verdict>> texts = {
      // The value itself, in a guard, at initialisation, in a shared variable.
      {with("", "havoc(r)", "some(P:r > 1000)"), Verdict::violated},
      {with("", "havoc(r)", "some(P:r == 123456)"), Verdict::violated},
      {with("", "havoc(s); if :: s > 1000 -> pc = 1; :: else; fi; s = 0", "some(P:pc == 1)"),
       Verdict::violated},
      {with("havoc(r);", "pc = 0", "some(P:r > 1000)"), Verdict::violated},
      {with("havoc(s); if :: s > 1000 -> pc = 1; :: else; fi;", "s = 0", "some(P:pc == 1)"),
       Verdict::violated},
      {with("", "havoc(g)", "(g > 1000)", "int g;\n"), Verdict::violated},
      {with("", "havoc(s); g = s + 1", "(g > 100)", "int g;\n"), Verdict::violated},
      // Copied, compared with each other, computed with.
      {with("", "if :: pc == 0 -> havoc(r); pc = 1; :: pc == 1 -> q = r; pc = 2; :: else; fi",
            "some(P:q > 1000)"),
       Verdict::violated},
      {with("", "havoc(r); havoc(q); if :: r > q + 500 -> pc = 1; :: else; fi; r = 0; q = 0",
            "some(P:pc == 1)"),
       Verdict::violated},
      {with("",
            "havoc(r); havoc(q); assume(r + q == 2000); if :: r > 1500 -> pc = 1; :: else; fi; r = 0; q = 0",
            "some(P:pc == 1)"),
       Verdict::violated},
      {with("", "havoc(s); r = 2 * s", "some(P:r > 100)"), Verdict::violated},
      {with("", "havoc(s); assume(s < 3); r = 2 * s", "some(P:r > 4)"), Verdict::holds},
      {with("", "havoc(s); assume(s < 3); r = 2 * s", "some(P:r == 4)"), Verdict::violated},
      // What cannot be.
      {with("", "havoc(r)", "some(P:r > 1000 && P:r < 1001)"), Verdict::holds},
      {with("", "havoc(r); assume(r <= 1000)", "some(P:r > 1000)"), Verdict::holds},
      {with("", "havoc(r); assume(r <= 1000)", "some(P:r > 999)"), Verdict::violated},
      {with("", "havoc(r); assume(r != 7 && r > 5 && r < 9)", "some(P:r == 7)"), Verdict::holds},
      {with("", "havoc(s); if :: s > 1000 && s < 1001 -> pc = 1; :: else; fi; s = 0", "some(P:pc == 1)"),
       Verdict::holds},
      {with("havoc(r); assume(r > 2000);", "pc = 0", "some(P:r < 2001)"), Verdict::holds},
      {with("", "havoc(g); assume(g > 3)", "(g < 4 && g > 0)", "int g;\n"), Verdict::holds},
  };
  for (const auto& [text, verdict] : texts) {
    for (const bool counted : {true, false}) {
      const InstanceResult result =
          checked(text, text.find("havoc(r)") != std::string::npos ? 2 : 1, true, counted);
      EXPECT_EQ(result.verdict(), verdict) << text << result.reason();
      EXPECT_EQ(result.trace() != nullptr, verdict == Verdict::violated) << text;
    }
  }
}

// Where the numbers cannot be taken together the answer is a violation or none: never "holds".
TEST(ValueClasses, WhatCannotBeFollowedIsInconclusive) {
  const std::vector<std::string> texts = {
      // Kept, and compared with each other.
      with("", "if :: pc == 0 -> havoc(r); pc = 1; :: pc == 1 -> havoc(q); pc = 2; :: else; fi",
           "some(P:r > P:q + 100000)"),
      // Kept, and made smaller step by step.
      with("", "if :: pc == 0 -> havoc(r); pc = 1; :: pc == 1 && r > 0 -> r = r - 1; q++; :: else; fi",
           "some(P:q > 100000)"),
      // Two that limit each other without an end.
      with("", "havoc(r); havoc(s); assume(r - s == 500000); pc = 1; s = 0", "some(P:r == 77)"),
  };
  for (const auto& text : texts) {
    const InstanceResult result = checked(text, 1);
    EXPECT_EQ(result.verdict(), Verdict::inconclusive) << text;
    EXPECT_NE(result.reason(), "") << text;
  }
}

TEST(ValueClasses, ValuesThatGrowAreFollowedWhereTheyCanBe) {
  const std::string grows = with("", "g++", "(g > 500)", "int g;\n");
  EXPECT_EQ(checked(grows, 2, false).verdict(), Verdict::inconclusive);
  EXPECT_EQ(checked(grows).verdict(), Verdict::violated);
  EXPECT_EQ(checked(grows, 2, true, true, 1).verdict(), Verdict::holds);
  EXPECT_EQ(checked(with("", "g++", "(g > 500 && g < 3)", "int g;\n")).verdict(), Verdict::holds);
  EXPECT_EQ(checked(with("", "r = r + 3", "some(P:r == 301)")).verdict(), Verdict::holds);
  EXPECT_EQ(checked(with("", "r = r + 3", "some(P:r == 300)")).verdict(), Verdict::violated);
}

TEST(ValueClasses, InitialisationIsPartOfTheModel) {
  // Fails, goes below zero: an error with its place, never a verdict.
  for (const char* const before : {"assert(pc == 1);", "r = N - 3;", "g = g - 1;"}) {
    const InstanceResult result = checked(with(before, "pc = 0", "(g > 5 || some(P:r > 5))", "int g = 1;\n"));
    EXPECT_EQ(result.verdict(), Verdict::inconclusive) << before;
    ASSERT_TRUE(result.failure) << before;
  }
  // Blocks: no initial state.
  const InstanceResult blocked = checked(with("g > 5;", "pc = 0", "(g > 5)", "int g = 1;\n"));
  EXPECT_EQ(blocked.verdict(), Verdict::holds);
  EXPECT_EQ(blocked.statistics.initial_states, 0U);
  // Too large to be followed: not the same as none.
  EXPECT_EQ(checked(with("r = 100000; q = 100000 - r; r = r - 1;", "if :: r > q -> r = r - 1; :: else; fi",
                         "some(P:r > 99998)"))
                .verdict(),
            Verdict::inconclusive);
}

TEST(ValueClasses, InitialisationsComeInEveryOrder) {
  const std::string text =
      "int g; active[1] proctype P() { byte pc = 0; if :: g > 0 -> pc = 1; :: else; fi; s: atomic { skip } "
      "goto s }\n"
      "active[1] proctype Q() { byte pc = 0; g++; s: atomic { skip } goto s }\n"
      "atomic late = some(P:pc == 1);\natomic early = some(P:pc == 0);\nltl a { !late }\nltl b { !early }\n";
  const auto rules = rules_from(text);
  for (const auto& property : rules->model->properties)
    EXPECT_EQ(check_instance(rules, {}, property, {}).verdict(), Verdict::violated) << property.name;
}

TEST(ValueClasses, CoefficientsThatDoNotFitAreAnErrorWithAPlace) {
  std::string step;
  for (int i = 0; i < 70; ++i) step += "r = 2 * r; ";
  const SourceText source("test.pml", with("", step, "some(P:r > 5)"));
  Diagnostics diagnostics;
  const auto model = load_promela(source, {}, diagnostics);
  ASSERT_TRUE(model);
  EXPECT_FALSE(make_rules(*model, diagnostics));
  EXPECT_NE(render(diagnostics, source).find("become too large"), std::string::npos);
}

TEST(ValueClasses, StatesThatDoNotFitAreNotCutOff) {
  std::string locals;
  std::string step;
  std::string sum = "0";
  for (int i = 0; i < 20; ++i) {
    locals += fmt::format("int x{} = 0; ", i);
    step += fmt::format("x{0} = x{0} + 1; ", i);
    sum += fmt::format(" + P:x{}", i);
  }
  const auto rules = rules_from("symbolic int N; active[N] proctype P() { " + locals + "s: atomic { " + step +
                                "} goto s }\natomic p = some(" + sum + " > 1);\nltl a { []!p }\n");
  const InstanceResult result = check_instance(rules, {2}, rules->model->properties[0], {});
  EXPECT_EQ(result.verdict(), Verdict::inconclusive);
  EXPECT_NE(result.reason().find("bits"), std::string::npos) << result.reason();
}

}  // namespace

}  // namespace quorate
