#include "parameterized/param_check.hpp"

#include "parameterized/threshold_text.hpp"

namespace quorate {

namespace {

ParamResult verdict(const std::string& text, const std::string& property) {
  const auto rules = rules_from(text);
  ParamChecker checker(rules, {});
  for (const auto& candidate : rules->model->properties) {
    if (candidate.name == property) return checker.check(candidate);
  }
  ADD_FAILURE() << property;
  return {};
}

TEST(ParamCheck, BroadcastIsRightForAllParameters) {
  EXPECT_EQ(verdict(broadcast(), "relay").verdict(), Verdict::holds);
  EXPECT_EQ(verdict(broadcast(), "unforg").verdict(), Verdict::holds);
}

TEST(ParamCheck, AViolationComesWithAnInstanceAndItsAbstraction) {
  const ParamResult result = verdict(broadcast("N >= 3 * T && T >= 1 && 0 <= F && F <= T"), "relay");
  ASSERT_EQ(result.verdict(), Verdict::violated);
  EXPECT_EQ(result.parameters, (std::vector<std::int64_t>{3, 1, 1}));
  ASSERT_TRUE(result.instance && result.trace());
  EXPECT_EQ(result.side_by_side.size(), result.instance->lasso->states.size());
}

TEST(ParamCheck, ThresholdsWithoutOneOrderAreTriedInEach) {
  const ParamResult result = verdict(broadcast("N > 3 * T && 0 <= F && F <= T"), "relay");
  EXPECT_EQ(result.verdict(), Verdict::holds) << result.reason();
  EXPECT_GT(result.orders, 1U);
}

TEST(ParamCheck, ConditionsThatNothingSatisfiesAreNoticed) {
  const auto rules = rules_from(broadcast("N > 3 * T && N < T"));
  ParamChecker checker(rules, {});
  EXPECT_FALSE(checker.admissible_parameters_exist());
}

TEST(ParamCheck, ABoundedNumberOfProcessesIsNoticed) {
  EXPECT_FALSE(ParamChecker(rules_from(broadcast("N < 9 && T <= N && F <= T")), {}).processes_unbounded());
  EXPECT_TRUE(ParamChecker(rules_from(broadcast()), {}).processes_unbounded());
}

TEST(ParamCheck, AnInstanceThatCannotMoveRestsForEver) {
  const std::string text =
      "symbolic int N; assume(N >= 1);\nint g;\natomic done = all(P:pc == 1);\nactive[N] proctype P() {\n"
      "byte pc; end: do :: atomic { pc == 0 -> pc = 1; g++ } od }\nltl ends { <>done }\nltl never { []!done "
      "}\n";
  EXPECT_EQ(verdict(text, "ends").verdict(), Verdict::holds);
  EXPECT_EQ(verdict(text, "never").verdict(), Verdict::violated);
}

TEST(ParamCheck, VariablesThatMayBecomeNegativeAreNotDecided) {
  const std::string text =
      "symbolic int N; assume(N >= 1);\nint g;\natomic done = all(P:pc == 1);\nactive[N] proctype P() {\n"
      "byte pc; end: do :: atomic { pc = 1; g-- } od }\nltl ends { <>done }\n";
  EXPECT_EQ(verdict(text, "ends").verdict(), Verdict::inconclusive);
}

// 641 * 6700417 is 2^32 + 1: cut to 32 bits it would be 1, and nobody could go on.
TEST(ParamCheck, DivisorsMayBeWiderThanAnInt) {
  const std::string text =
      "symbolic int N; assume(N >= 1);\nint g;\natomic bad = some(P:pc == 2);\nactive[N] proctype P() {\n"
      "byte pc, next_pc; end: do :: atomic {\n"
      "if :: pc == 0 -> next_pc = 1; :: pc == 1 -> next_pc = 1;\n"
      "   :: pc == 1 && g >= 2 + N / (641 * 6700417) -> next_pc = 2; :: pc == 2 -> next_pc = 2; fi;\n"
      "if :: pc == 0 -> g++; :: pc != 0; fi; pc = next_pc; next_pc = 0; } od }\nltl safe { []!bad }\n";
  EXPECT_EQ(verdict(text, "safe").verdict(), Verdict::violated);
}

}  // namespace

}  // namespace quorate
