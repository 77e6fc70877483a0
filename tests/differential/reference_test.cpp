// Tests of the reference checker: tiny models whose states and steps were counted by hand.
#include <gtest/gtest.h>

#include "language/language.hpp"
#include "reference_checker.hpp"

namespace quorate {

namespace {

using Traffic = ReferenceOptions::Traffic;
using Crash = ReferenceOptions::Crash;
using Loss = ReferenceOptions::Loss;

ReferenceResult run(const std::string& text, Traffic traffic = Traffic::m, Crash crash = Crash::implicit_,
                    Loss loss = Loss::implicit_) {
  const SourceText source("test.ftdp", text);
  Diagnostics diagnostics;
  const auto model = load_model(source, {}, diagnostics);
  if (!model) {
    ADD_FAILURE() << render(diagnostics, source);
    return {};
  }
  ReferenceOptions options;
  options.traffic = traffic;
  options.crash = crash;
  options.loss = loss;
  return reference_check(*model, options);
}

struct Counts {
  std::size_t initial_states;
  std::size_t states;
  std::size_t steps;
  std::size_t deadlocks;
  bool operator==(const Counts&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Counts& counts) {
  return out << counts.initial_states << " initial, " << counts.states << " states, " << counts.steps
             << " steps, " << counts.deadlocks << " deadlocks";
}

Counts counts(const ReferenceResult& result) {
  return {result.initial_states, result.states, result.steps, result.deadlocks};
}

// One message from a to b.
const std::string letter = R"(
role a var done: bool := false
role b var got: bool := false
message M
rule s of a p: when not p.done do p.done := true; send M to all b
rule r of b p on M from a q: do p.got := true
)";

}  // namespace

TEST(Reference, CountsToTwo) {
  const auto result = run(R"(
role a var x: 0..2 := 0
rule inc of a p: when p.x < 2 do p.x := p.x + 1
invariant small: all(p: a | p.x < 2)
invariant fits: all(p: a | p.x <= 2)
property stops: no deadlock unless all(p: a | p.x = 1)
)");
  EXPECT_EQ(counts(result), (Counts{1, 3, 2, 1}));
  EXPECT_EQ(result.depth, 2U);
  EXPECT_TRUE(result.verdicts[0].violated);
  EXPECT_EQ(result.verdicts[0].depth, 2U);
  EXPECT_FALSE(result.verdicts[1].violated);
  EXPECT_TRUE(result.verdicts[2].violated);
  EXPECT_EQ(result.verdicts[2].depth, 2U);
}

TEST(Reference, TrafficModels) {
  EXPECT_EQ(counts(run(letter)), (Counts{1, 3, 2, 1}));
  EXPECT_EQ(counts(run(letter, Traffic::grm)), (Counts{1, 4, 3, 1}));
  EXPECT_EQ(counts(run(letter, Traffic::rm)), (Counts{1, 4, 3, 1}));
}

TEST(Reference, ExplicitLoss) {
  const std::string text = "channels lossy\n" + letter;
  EXPECT_EQ(counts(run(text)), (Counts{1, 3, 2, 1}));
  EXPECT_EQ(counts(run(text, Traffic::m, Crash::implicit_, Loss::explicit_)), (Counts{1, 4, 3, 2}));
  // The sent message is lost or delivered; once delivered it is safe.
  EXPECT_EQ(counts(run(text, Traffic::grm, Crash::implicit_, Loss::explicit_)), (Counts{1, 5, 4, 2}));
}

TEST(Reference, CrashModels) {
  const std::string text = "faults a: at most 1 crash\n" + letter;
  EXPECT_EQ(counts(run(text)), (Counts{1, 3, 2, 1}));
  // Sends, sends to nobody and crashes, or just crashes; the message can outlive its sender.
  EXPECT_EQ(counts(run(text, Traffic::m, Crash::explicit_)), (Counts{1, 7, 7, 3}));
  EXPECT_EQ(counts(run(text, Traffic::m, Crash::receipt)), (Counts{1, 4, 3, 2}));
}

TEST(Reference, QuorumOfTwoOutOfThree) {
  EXPECT_EQ(counts(run(R"(
role s[3] var done: bool := false
role c var got: bool := false
message M
rule emit of s p: when not p.done do p.done := true; send M to all c
rule take of c p on M from quorum Q[2] of s: when not p.got do p.got := true
)")),
            (Counts{1, 14, 21, 3}));
}

TEST(Reference, FullChannels) {
  const std::string text = R"(
role a var sent: 0..2 := 0
role b
message M
rule emit of a p: when p.sent < 2 do p.sent := p.sent + 1; send M to all b
rule take of b p on M from a q: do skip
)";
  const auto reliable = run("channels reliable, bound 1\n" + text);
  EXPECT_EQ(counts(reliable), (Counts{1, 5, 4, 1}));
  EXPECT_TRUE(reliable.found_full);
  EXPECT_EQ(counts(run("channels lossy, bound 1\n" + text)), (Counts{1, 5, 5, 1}));
  const auto unbounded = run(text);  // 0, 1 or 2 sent, up to so many of them on the way
  EXPECT_EQ(counts(unbounded), (Counts{1, 6, 6, 1}));
  EXPECT_FALSE(unbounded.found_full);
  EXPECT_EQ(counts(run("channels set\n" + text)), (Counts{1, 5, 5, 1}));
}

TEST(Reference, OrderOfChannels) {
  const std::string text = R"(
role a var sent: 0..2 := 0
role b var first: 0..2
message M(n: 0..2)
rule emit of a p: when p.sent < 2 do p.sent := p.sent + 1; send M(p.sent) to all b
rule take of b p on M from a q: when isundefined(p.first) do p.first := msg.n
invariant in_order: all(p: b | isundefined(p.first) or p.first = 1)
)";
  EXPECT_TRUE(run(text).verdicts[0].violated);
  EXPECT_EQ(run(text).verdicts[0].depth, 3U);
  EXPECT_FALSE(run("channels fifo\n" + text).verdicts[0].violated);
  EXPECT_TRUE(run("channels fifo, lossy\n" + text, Traffic::m, Crash::implicit_, Loss::explicit_)
                  .verdicts[0]
                  .violated);
}

TEST(Reference, ForgedMessages) {
  const std::string head =
      "faults a: exactly 1 byzantine\nrole a\nrole b var x: 0..1\nmessage M(v: 0..1, w: 0..2)\n";
  EXPECT_EQ(counts(run(head + "rule r of b p on M from a q: when isundefined(p.x) do p.x := msg.v")),
            (Counts{1, 3, 2, 2}));
  EXPECT_EQ(
      counts(run(head + "rule r of b p on M from a q: when isundefined(p.x) and msg.w > 0 do p.x := msg.v")),
      (Counts{1, 3, 4, 2}));
}

TEST(Reference, AbsentMessages) {
  const std::string text = R"(
channels synchronous
role a
role b var missed: bool := false
message M(v: 0..1)
init [](i: a) start: i.status := crashed
rule r of b p on M from a q: when msg.absent and not p.missed do p.missed := true
)";
  EXPECT_EQ(counts(run(text)), (Counts{1, 2, 1, 1}));
}

TEST(Reference, InitialStates) {
  EXPECT_EQ(counts(run("role a[2] var x: 1..3 := distinct var y: bool := any\n")), (Counts{24, 24, 0, 24}));
  EXPECT_EQ(counts(run("faults at most 1 of a, b byzantine\nrole a[2]\nrole b\n")), (Counts{4, 4, 0, 4}));
  EXPECT_EQ(counts(run(R"(
role a[2] var x: 0..2 := 0
init [](i: a)[](k: 0..2) start: if k > 0 then a[i].x := k endif
)")),
            (Counts{4, 4, 0, 4}));
}

TEST(Reference, Choices) {
  EXPECT_EQ(counts(run("role a var x: 0..2\nrule r of a p: when isundefined(x) do x := any(i: 0..2)")),
            (Counts{1, 4, 3, 3}));
  EXPECT_EQ(counts(run(R"(
role a var x: 0..2
rule r of a p: when isundefined(x) do x := argmax(i: 0..2 | if i = 1 then 0 else 5)
)")),
            (Counts{1, 3, 2, 2}));
}

TEST(Reference, ModelErrors) {
  const auto overrun = run("role a var x: 0..1 := 0\nrule r of a p: do x := x + 1");
  ASSERT_TRUE(overrun.error);
  EXPECT_EQ(overrun.error->depth, 2U);
  const auto undefined = run("role a var x: 0..1\ninvariant i: all(p: a | p.x = 0)");
  ASSERT_TRUE(undefined.error);
  EXPECT_EQ(undefined.error->depth, 0U);
  EXPECT_TRUE(run("role a[2]\nmessage M\nrule r of a p: do send M to p").error);
  EXPECT_TRUE(run("role a\nrole b\nmessage M\nrule r of a p: do send M to all b; send M to all b").error);
  EXPECT_FALSE(run("role a var x: 0..1\ninvariant i: all(p: a | isdefined(p.x) and p.x = 0)").error);
}

TEST(Reference, Monitors) {
  const auto result = run(letter + R"(
monitor
  var letters: 0..1 := 0
  observe: if exists(p: b | p.got) then letters := 1 endif
invariant counted: letters = 0
)");
  EXPECT_EQ(counts(result), (Counts{1, 3, 2, 1}));
  EXPECT_EQ(result.verdicts[0].depth, 2U);
}

}  // namespace quorate
