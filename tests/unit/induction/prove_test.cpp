#include "induction/prove.hpp"

#include <gtest/gtest.h>

#include "language/checked_model.hpp"

namespace quorate {
namespace {

const std::string bakery = R"(
role shop
  var pc: array[1..2] of enum {sleeping, trying, critical} := sleeping;
      ticket: array[1..2] of natural := 0
rule take(i: 1..2) of shop s: when s.pc[i] = sleeping do s.ticket[i] := s.ticket[3 - i] + 1; s.pc[i] := trying
rule enter(i: 1..2) of shop s:
  when s.pc[i] = trying and (s.ticket[3 - i] = 0 or s.ticket[i] < s.ticket[3 - i]) do s.pc[i] := critical
rule leave(i: 1..2) of shop s: when s.pc[i] = critical do s.ticket[i] := 0; s.pc[i] := sleeping
invariant mutex: all(s: shop | not (s.pc[1] = critical and s.pc[2] = critical))
)";

// A counter that stops at 4, and a copy of it that follows by messages.
const std::string counter = R"(
channels reliable, bound 1
role a var x: 0..9 := 0
role b var y: 0..9 := 0
message TELL(value: 0..9)
rule count of a p: when p.x < 4 do p.x := p.x + 1; send TELL(p.x) to all b
rule follow of b q on TELL from a p: when msg.value > q.y do q.y := msg.value
)";

ProofResult proof_of(const std::string& text, ProveOptions options = {}) {
  options.limits.max_seconds = 60;
  const ProveReport report = prove(model_of(text), options);
  return report.results.at(0);
}

ProveOptions only_declared() {
  ProveOptions options;
  options.strengthen = false;
  options.discover = false;
  return options;
}

TEST(Prove, BakeryIsNotKInductive) {
  const ProofResult result = proof_of(bakery, only_declared());
  EXPECT_EQ(result.verdict(), Verdict::inconclusive);
  EXPECT_EQ(result.k, 20U);
  ASSERT_TRUE(result.inductive);
  EXPECT_EQ(result.inductive->steps.size(), 20U);
}

TEST(Prove, BakeryWithStrengthenedTransitions) {
  ProveOptions options = only_declared();
  options.strengthen = true;
  const ProofResult result = proof_of(bakery, options);
  EXPECT_EQ(result.verdict(), Verdict::holds);
  EXPECT_EQ(result.k, 3U);
  ASSERT_EQ(result.strengthened.size(), 2U);
  EXPECT_EQ(result.strengthened[0],
            "enter(shop[1], 1) demands shop[1].ticket[1] > 0, which holds after take(shop[1], 1)");
}

TEST(Prove, BakeryWithDiscoveredLemmas) {
  ProveOptions options;
  options.strengthen = false;
  const ProofResult result = proof_of(bakery, options);
  EXPECT_EQ(result.verdict(), Verdict::holds);
  EXPECT_FALSE(result.lemmas.empty());
  for (const LemmaReport& lemma : result.lemmas) EXPECT_TRUE(lemma.proved) << lemma.name;
}

TEST(Prove, BakeryWithADeclaredLemma) {
  const ProofResult result =
      proof_of(bakery + "lemma positive: all(s: shop | all(i: 1..2 | s.pc[i] = trying => s.ticket[i] > 0))",
               only_declared());
  EXPECT_EQ(result.verdict(), Verdict::holds);
  EXPECT_EQ(result.k, 3U);
  EXPECT_EQ(result.needs, std::vector<std::string>{"positive"});
}

TEST(Prove, ABrokenBakeryIsViolatedWithATrace) {
  std::string broken = bakery;
  const std::string test = "s.ticket[i] < s.ticket[3 - i]";
  broken.replace(broken.find(test), test.size(), "s.ticket[i] != s.ticket[3 - i]");
  const ProofResult result = proof_of(broken);
  EXPECT_EQ(result.verdict(), Verdict::violated);
  ASSERT_TRUE(result.trace());
  EXPECT_EQ(result.trace()->steps.size(), 4U);
}

// Lemmas that would prove anything: false ones, and two that are true only if the other is.
TEST(Prove, FalseLemmasAreRejected) {
  const ProofResult result = proof_of(counter + R"(
invariant small: all(p: a | p.x < 3)
lemma wrong: all(p: a | p.x < 4)
lemma circle: all(p: a | p.x < 3 or all(q: b | q.y < 1))
lemma round: all(q: b | q.y < 1 or all(p: a | p.x < 3))
)");
  EXPECT_EQ(result.verdict(), Verdict::violated);
  for (const LemmaReport& lemma : result.lemmas) EXPECT_FALSE(lemma.proved) << lemma.name;
}

// Neither is inductive by itself; together they are.
TEST(Prove, LemmasAreProvedTogether) {
  const ProofResult result = proof_of(R"(
role a var x, y: 0..9 := 0
rule up of a p: when p.x < 9 and p.y < 5 do let old := p.x; p.x := if p.y = 4 then 7 else 0; p.y := if old = 7 then 4 else 0
invariant safe: all(p: a | p.x != 7)
lemma other: all(p: a | p.y != 4)
)",
                                      only_declared());
  EXPECT_EQ(result.verdict(), Verdict::holds);
  ASSERT_EQ(result.lemmas.size(), 1U);
  EXPECT_TRUE(result.lemmas[0].proved);
}

TEST(Prove, LemmasSeeMessages) {
  const ProofResult result = proof_of(counter + R"(
invariant follows: all(p: a | all(q: b | q.y <= p.x))
lemma truthful: all(p: a | all(q: b | all(v: 0..9 | waiting(p, q, TELL(v)) => v <= p.x)))
)",
                                      only_declared());
  EXPECT_EQ(result.verdict(), Verdict::holds);
  EXPECT_EQ(result.needs, std::vector<std::string>{"truthful"});
}

TEST(Prove, DiscoversWhatMessagesSay) {
  ProveOptions options;
  options.strengthen = false;
  options.limits.k_max = 1;  // it is 2-inductive
  const ProofResult result =
      proof_of(counter + "invariant follows: all(p: a | all(q: b | q.y <= p.x))", options);
  EXPECT_EQ(result.verdict(), Verdict::holds);
  const auto about_messages = std::ranges::count(result.lemmas, "message flow", &LemmaReport::kind);
  EXPECT_GT(about_messages, 0);
}

// The steps keep the invariant, but one of them divides by zero.
TEST(Prove, NothingIsProvedOfAModelWithAnError) {
  const ProofResult result = proof_of(R"(
role a var x: 0..3 := 3; y: 0..9 := 0
rule down of a p: when p.x >= 0 do p.y := 3 / p.x; p.x := if p.x > 0 then p.x - 1 else 0
invariant fine: all(p: a | p.x < 4)
)");
  EXPECT_EQ(result.verdict(), Verdict::inconclusive);
  EXPECT_EQ(result.reason(), "the model has an error");
  ASSERT_TRUE(result.trace());
  EXPECT_EQ(result.trace()->failure, "division by zero");
}

TEST(Prove, SaysWhetherACounterexampleStartsInAReachableState) {
  const ProofResult result = proof_of(R"(
role a var x: 0..9 := 0
rule step of a p: do p.x := if p.x = 6 then 7 else if p.x = 7 then 8 else if p.x = 8 then 6 else 0
invariant safe: all(p: a | p.x != 8)
)",
                                      [] {
                                        ProveOptions options = only_declared();
                                        options.limits.k_max = 1;
                                        return options;
                                      }());
  EXPECT_EQ(result.verdict(), Verdict::inconclusive);
  EXPECT_EQ(result.reachability.text, "not reachable: there is 1 state, and it is another one");
}

// Without a repeated state there is no long path outside the reachable states.
TEST(Prove, SimplePathsEnd) {
  ProveOptions options = only_declared();
  const std::string loop = R"(
role a var x: 0..9 := 0
rule step of a p: do p.x := if p.x = 6 then 7 else if p.x = 7 then 6 else 0
rule fall of a p: when p.x = 7 do p.x := 8
invariant safe: all(p: a | p.x != 8)
)";
  EXPECT_EQ(proof_of(loop, options).verdict(), Verdict::inconclusive);
  options.limits.simple_path = true;
  const ProofResult result = proof_of(loop, options);
  EXPECT_EQ(result.verdict(), Verdict::holds);
  EXPECT_EQ(result.k, 3U);
}

// The lemma that is needed has a literal for each process: "seen implies that some a is done".
std::string witnesses(int processes) {
  return "channels reliable, set\nrole a[" + std::to_string(processes) + "] var done: bool := false\n" + R"(
role m var seen, decided: bool := false
message DONE
rule finish of a p: when not p.done do p.done := true; send DONE to all m
rule see of m q on DONE from a p: do q.seen := true
rule decide of m q: when q.seen do q.decided := true
rule idle of m q: do skip
invariant founded: all(q: m | q.decided => exists(p: a | p.done))
)";
}

TEST(Prove, LemmasOfASmallerInstanceAreLifted) {
  ProveOptions options;
  options.strengthen = false;
  const ProofResult alone = proof_of(witnesses(4), options);
  EXPECT_EQ(alone.verdict(), Verdict::holds);
  EXPECT_EQ(alone.discovery.find("from smaller instances"), std::string::npos);
  options.smaller.push_back(model_of(witnesses(3)));
  const ProofResult lifted = proof_of(witnesses(4), options);
  EXPECT_EQ(lifted.verdict(), Verdict::holds);
  EXPECT_NE(lifted.discovery.find("from smaller instances"), std::string::npos) << lifted.discovery;
  EXPECT_NE(lifted.discovery.find("0 learned"), std::string::npos) << lifted.discovery;
}

}  // namespace
}  // namespace quorate
