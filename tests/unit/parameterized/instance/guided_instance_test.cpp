#include "parameterized/instance/guided_instance.hpp"

#include "parameterized/instance/instance_check.hpp"
#include "parameterized/threshold_text.hpp"

namespace quorate {

namespace {

InstanceResult checked(const std::string& text, const std::string& property, StateFilter wanted = {}) {
  const auto rules = rules_from(text);
  InstanceOptions options;
  options.wanted = std::move(wanted);
  for (const auto& candidate : rules->model->properties) {
    if (candidate.name == property) return check_instance(rules, {2}, candidate, options);
  }
  ADD_FAILURE() << property;
  return {};
}

// Nobody ever stops sending.
const std::string kGrowing =
    "symbolic int N;\nassume(N >= 1);\nint x, y;\nactive[N] proctype P() {\n  byte pc;\n  end: do :: atomic "
    "{\n"
    "  if :: pc == 0 -> x++; :: pc == 0 && x > 4 -> pc = 1; y++; :: pc == 1 -> x++; fi } od\n}\n"
    "atomic moved = some(P:pc == 1);\natomic never = some(P:pc == 7);\nltl safe { []!moved }\n"
    "ltl right { []!never }\nltl live { <>never }\nltl rests { <>moved || []<>never }\n";

TEST(GuidedInstance, AViolationIsFoundWhereAVariableGrowsForEver) {
  const InstanceResult result = checked(kGrowing, "safe");
  ASSERT_EQ(result.verdict(), Verdict::violated) << result.reason();
  EXPECT_LE(result.trace()->steps.size(), 8U);
}

TEST(GuidedInstance, WhatIsNotFollowedIsNotDecided) {
  EXPECT_EQ(checked(kGrowing, "right").verdict(), Verdict::inconclusive);
  // All runs go on beyond what is followed: none of them is known, and none rests.
  EXPECT_EQ(checked(kGrowing, "live").verdict(), Verdict::inconclusive);
  EXPECT_EQ(checked(kGrowing, "rests").verdict(), Verdict::inconclusive);
}

// Two steps, then nobody can move.
const std::string kShort =
    "symbolic int N;\nassume(N >= 1);\nint x;\nactive[N] proctype P() {\n  byte pc;\n  end: do :: atomic {\n"
    "  pc == 0 -> pc = 1; x++ } od\n}\natomic done = all(P:pc == 1);\natomic none = (x == 0);\n"
    "ltl never { []!done }\nltl stays { <>!none }\nltl right { <>done }\n";

TEST(GuidedInstance, ARunAmongTheStatesThatAreLookedAtIsFound) {
  EXPECT_EQ(checked(kShort, "never").verdict(), Verdict::violated);
  EXPECT_EQ(checked(kShort, "never", [](const auto&) { return true; }).verdict(), Verdict::violated);
}

TEST(GuidedInstance, StatesThatAreNotLookedAtAreNotMissed) {
  const StateFilter beginning = [](const ThresholdInstance::GlobalState& state) {
    return state.shared[0] == 0;
  };
  // The initial state has a step, though none is followed.
  EXPECT_EQ(checked(kShort, "stays", beginning).verdict(), Verdict::inconclusive);
  EXPECT_EQ(checked(kShort, "never", beginning).verdict(), Verdict::inconclusive);
  EXPECT_EQ(checked(kShort, "right").verdict(), Verdict::holds);
  EXPECT_EQ(checked(kShort, "right", [](const auto&) { return true; }).verdict(), Verdict::inconclusive);
}

}  // namespace

}  // namespace quorate
