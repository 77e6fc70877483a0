// Temporal properties of models through the front door: verdicts, who owes steps, warnings, what is refused.
#include <gtest/gtest.h>

#include "language/checked_model.hpp"
#include "verify/check_all.hpp"

namespace quorate {
namespace {

CheckReport check(const std::string& text, const CheckOptions& options = {}) {
  const CheckedModel checked = check_text("protocol test\n" + text);
  if (!checked.model) {
    ADD_FAILURE() << checked.text();
    return {};
  }
  return check_all(*checked.model, options);
}

PropertyResult result_of(const std::string& text, const CheckOptions& options = {}) {
  CheckReport report = check(text, options);
  EXPECT_FALSE(report.trouble);
  EXPECT_EQ(report.results.size(), 1U);
  return report.results.empty() ? PropertyResult{} : report.results.front();
}

// x goes from 0 to 1 and stays there.
const std::string step = R"(
role p var x: 0..2 := 0
rule up of p i: when i.x < 1 do i.x := i.x + 1
function at(k: 0..2): bool = all(i: p | i.x = k)
)";

std::string warning_of(const std::string& text) {
  const PropertyResult result = result_of(text);
  EXPECT_EQ(result.verdict(), Verdict::holds);
  EXPECT_EQ(result.warnings.size(), 1U);
  return result.warnings.empty() ? "" : result.warnings.front().message;
}

TEST(TemporalWarnings, ContradictoryJustice) {
  EXPECT_EQ(warning_of(step + "fairness f: justice at(0), justice at(1)\nproperty t: F at(1) under f"),
            "no run satisfies the assumption `f`, so t holds vacuously");
}

TEST(TemporalWarnings, ContradictoryCompassion) {
  EXPECT_EQ(warning_of(step + "fairness f: compassion (at(1), at(0))\nproperty t: F at(2) under f"),
            "no run satisfies the assumption `f`, so t holds vacuously");
}

TEST(TemporalWarnings, PremiseThatNeverHolds) {
  EXPECT_EQ(warning_of(step + "property t: G F at(2) => F at(0)"),
            "t holds vacuously: this premise never holds");
  EXPECT_EQ(warning_of(step + "property t: G (at(2) => F at(0))"),
            "t holds vacuously: this premise never holds");
  EXPECT_EQ(warning_of(step + "property t: F (at(1) and (at(0) => F at(1)))"),
            "t holds vacuously: it would also hold with `false` as the consequence of this premise");
}

TEST(TemporalWarnings, AnInvariantWhosePremiseNeverHolds) {
  const std::string text = "t holds vacuously: this premise never holds";
  EXPECT_EQ(warning_of(step + "invariant t: at(2) => at(0)"), text);
  EXPECT_EQ(warning_of(step + "property t: G (at(2) => at(0))"), text);
  EXPECT_EQ(warning_of(step + "property t: G (at(2) => at(0)) under fair"), text);
  EXPECT_EQ(warning_of(step + "invariant t: all(i: p | i.x < 2) and all(i: p | i.x = 2 => i.x = 0)"), text);
  EXPECT_TRUE(result_of(step + "invariant t: at(1) => not at(0)").warnings.empty());
  EXPECT_TRUE(result_of(step + "invariant t: not at(2)").warnings.empty());
}

TEST(TemporalRouting, WhatSaysNoMoreThanAnInvariantIsCheckedAsOne) {
  for (const std::string formula :
       {"G not at(2)", "A G not at(2)", "G G not at(2)", "not F at(2)", "not E F at(2)", "G not F at(2)",
        "G not at(2) and not F at(2)", "all(k: 2..2 | G not at(k))", "not not G not at(2)",
        "G not at(2) under fair", "not F at(2) under processes"}) {
    EXPECT_EQ(result_of(step + "property t: " + formula).kind, ResultKind::invariant) << formula;
    EXPECT_EQ(result_of(step + "property t: " + formula).verdict(), Verdict::holds) << formula;
  }
  for (const std::string formula : {"G not at(1)", "not F at(1)", "not E F at(1)",
                                    "all(k: 0..2 | G not at(k))", "G not at(2) and G not at(1)"}) {
    EXPECT_EQ(result_of(step + "property t: " + formula).kind, ResultKind::invariant) << formula;
    EXPECT_EQ(result_of(step + "property t: " + formula).verdict(), Verdict::violated) << formula;
  }
  for (const std::string formula : {"not G at(2)", "not A F at(2)", "E G not at(2)", "F G not at(2)",
                                    "not F G at(2)", "G not at(2) or G at(0)", "not (F at(2) and F at(0))"}) {
    EXPECT_EQ(result_of(step + "property t: " + formula).kind, ResultKind::temporal) << formula;
    EXPECT_EQ(result_of(step + "property t: " + formula).verdict(), Verdict::holds) << formula;
  }
}

// A state from which no run goes on as it is assumed does not count.
TEST(TemporalRouting, AnAssumptionAboutStatesKeepsTheFormulaTemporal) {
  const std::string text = R"(
role p var x: 0..2 := 0
rule turn of p i: when i.x < 2 do i.x := 1 - i.x
rule leave of p i: when i.x = 0 do i.x := 2
fairness f: justice all(i: p | i.x = 1)
)";
  EXPECT_EQ(result_of(text + "property t: G all(i: p | i.x < 2)").verdict(), Verdict::violated);
  const PropertyResult fair = result_of(text + "property t: G all(i: p | i.x < 2) under f");
  EXPECT_EQ(fair.kind, ResultKind::temporal);
  EXPECT_EQ(fair.verdict(), Verdict::holds);
}

TEST(TemporalWarnings, NoneWithoutReason) {
  EXPECT_TRUE(result_of(step + "property t: G (at(0) => F at(1))").warnings.empty());
  EXPECT_TRUE(result_of(step + "fairness f: justice at(1)\nproperty t: F at(1) under f").warnings.empty());
}

TEST(TemporalWarnings, NoInitialState) {
  const std::string text = R"(
type pID: role[1];
var p: array[pID] of record x: 0..1 end;
init
  [](i: pID) start: if false then p[i].x := 0 endif
rules
  [](i: pID) go: if p[i].x = 0 then p[i].x := 1 endif
)";
  for (const char* const formula : {"t: F p[1].x = 1", "t: G p[1].x = 1"}) {
    EXPECT_EQ(warning_of(text + formula),
              "the model has no initial state, so every property holds vacuously");
  }
}

// q moves on as long as it likes; p needs a step of its own, or a message.
const std::string busy = R"(
role p var done: bool := false
role q var x: bool := false
message M()
rule turn of q i: do i.x := not i.x
function done(): bool = all(i: p | i.done)
)";

TEST(TemporalFairness, ACorrectProcessTakesTheStepThatItCanTake) {
  const std::string text = busy + "rule finish of p i: when not i.done do i.done := true\n";
  EXPECT_EQ(result_of(text + "property t: F done()").verdict(), Verdict::violated);
  EXPECT_EQ(result_of(text + "property t: F done() under messages").verdict(), Verdict::violated);
  EXPECT_EQ(result_of(text + "property t: F done() under processes").verdict(), Verdict::holds);
}

TEST(TemporalFairness, AProcessThatMayCrashMayNeverTakeIt) {
  const std::string text =
      "faults p: at most 1 crash\n" + busy + "rule finish of p i: when not i.done do i.done := true\n";
  EXPECT_EQ(result_of(text + "property t: F done() under processes").verdict(), Verdict::violated);
  EXPECT_EQ(
      result_of(text + "property t: F all(i: p | i.status = crashed or i.done) under processes").verdict(),
      Verdict::holds);
}

// p is never short of other steps, so that only fairness about messages makes it receive.
const std::string talk = R"(
message M()
role p var done: bool := false; x: bool := false
role q var sent: bool := false
rule turn of p i: do i.x := not i.x
rule say of q i: when not i.sent do i.sent := true; send M() to all p
rule hear of p i on M from q j: do i.done := true
function done(): bool = all(i: p | i.done)
)";

TEST(TemporalFairness, AMessageToACorrectProcessIsReceived) {
  EXPECT_EQ(result_of(talk + "property t: F done() under processes").verdict(), Verdict::violated);
  EXPECT_EQ(result_of(talk + "property t: F done() under fair").verdict(), Verdict::holds);
}

TEST(TemporalFairness, ALossyChannelOwesNothing) {
  const PropertyResult result =
      result_of("channels asynchronous, lossy, unordered\n" + talk + "property t: F done() under fair");
  EXPECT_EQ(result.verdict(), Verdict::violated);
}

TEST(TemporalFairness, AByzantineSenderOwesNothing) {
  EXPECT_EQ(result_of("faults q: exactly 1 byzantine\n" + talk + "property t: F done() under fair").verdict(),
            Verdict::violated);
}

TEST(TemporalFairness, CompassionIsStrongerThanJustice) {
  // p may leave 1 for 0 or for 2; it is in 1 infinitely often, but not from some time on.
  const std::string text = R"(
role p var x: 0..2 := 0
rule go of p i: when i.x = 0 do i.x := 1
rule back of p i: when i.x = 1 do i.x := 0
rule on of p i: when i.x = 1 do i.x := 2
function at(k: 0..2): bool = all(i: p | i.x = k)
fairness weak: justice at(0) or at(2)
fairness strong: compassion (at(1), at(2))
)";
  EXPECT_EQ(result_of(text + "property t: F at(2) under weak").verdict(), Verdict::violated);
  EXPECT_EQ(result_of(text + "property t: F at(2) under strong").verdict(), Verdict::holds);
}

TEST(TemporalFairness, TheOptionReplacesTheAssumption) {
  CheckOptions options;
  const std::string text =
      busy + "rule finish of p i: when not i.done do i.done := true\nproperty t: F done() under processes";
  options.fairness = "none";
  EXPECT_EQ(result_of(text, options).verdict(), Verdict::violated);
  options.fairness = "fair";
  EXPECT_EQ(result_of(text, options).verdict(), Verdict::holds);
}

TEST(TemporalGate, ProcessJusticeOnASymmetryQuotientIsRefused) {
  const std::string text = R"(
role p[2] var x: 0..2 := 1
rule leave of p i: when i.x = 1 do i.x := 0
rule move of p i: when i.x != 1 do i.x := 2 - i.x
property t: F all(i: p | i.x != 1) under processes
)";
  EXPECT_EQ(result_of(text).verdict(), Verdict::holds);
  EXPECT_EQ(result_of(text).symmetry, Symmetry::none);
  CheckOptions options;
  options.symmetry = Symmetry::role;
  EXPECT_TRUE(std::holds_alternative<SymmetryRefused>(check(text, options).trouble.value()));
}

TEST(TemporalGate, WhatIsNotSoundIsRefusedWithTheReason) {
  const auto reason = [](const std::string& text, const auto& change) {
    CheckOptions options;
    change(options);
    const PropertyResult result = result_of(text, options);
    EXPECT_EQ(result.verdict(), Verdict::inconclusive);
    return result.reason();
  };
  const auto lpor = [](CheckOptions& o) { o.por = PartialOrder::lpor; };
  EXPECT_NE(reason(step + "property t: X at(1)", lpor).find("uses X (next)"), std::string::npos);
  EXPECT_NE(reason(busy + "property t: F done() under processes", lpor).find("which steps are possible"),
            std::string::npos);
  const auto grm = [](CheckOptions& o) { o.traffic = Traffic::grm; };
  EXPECT_NE(reason(step + "property t: X at(1)", grm).find("depends on the traffic model"),
            std::string::npos);
  EXPECT_NE(reason(busy + "property t: F done() under processes", grm).find("defined for traffic model m"),
            std::string::npos);
  const auto rm = [](CheckOptions& o) { o.traffic = Traffic::rm; };
  EXPECT_NE(reason(step + "property t: F at(1)", rm).find("RM blocks"), std::string::npos);
  const auto implicit_crash = [](CheckOptions& o) { o.crash = CrashModel::implicit_; };
  EXPECT_NE(reason("faults p: at most 1 crash\n" + step + "property t: F at(1)", implicit_crash)
                .find("--crash explicit"),
            std::string::npos);
}

TEST(TemporalGate, ReductionsAreUsedWhereTheyAreSound) {
  const std::string text = R"(
role p[3] var x: 0..1 := 0
rule up of p i: when i.x < 1 do i.x := i.x + 1
property t: F all(i: p | i.x = 1)
)";
  const PropertyResult result = result_of(text);
  EXPECT_EQ(result.symmetry, Symmetry::role);
  EXPECT_EQ(result.por, PartialOrder::lpor);
  EXPECT_EQ(result.verdict(), Verdict::holds);
}

TEST(TemporalTraces, ALoopIsMarkedAndARestingRunEndsWithItsLastState) {
  const PropertyResult loop = result_of(busy + "property t: F done()");
  ASSERT_TRUE(loop.trace() && loop.trace()->loop_start);
  EXPECT_EQ(*loop.trace()->loop_start, 0U);
  EXPECT_EQ(loop.trace()->steps.size(), 2U);
  const PropertyResult rest = result_of(step + "property t: F at(2)");
  ASSERT_TRUE(rest.trace() && rest.trace()->loop_start);
  EXPECT_EQ(*rest.trace()->loop_start, rest.trace()->states.size() - 1);
}

TEST(TemporalTraces, AWitnessOfAnExistentialFormulaIsShown) {
  const PropertyResult result = result_of(step + "property t: E F at(1)");
  EXPECT_EQ(result.verdict(), Verdict::holds);
  EXPECT_TRUE(result.witness());
  ASSERT_TRUE(result.trace() != nullptr);
  EXPECT_EQ(result.trace()->steps.size(), 1U);  // and no idle step before the last state
}

}  // namespace
}  // namespace quorate
