// Tests of permutation.hpp, which judges symmetry reduction: orbits counted by hand.
#include "permutation.hpp"

#include <gtest/gtest.h>

#include "equivariance.hpp"
#include "language/language.hpp"

namespace quorate {

namespace {

Model load(const std::string& text) {
  const SourceText source("test.ftdp", text);
  Diagnostics diagnostics;
  auto model = load_model(source, {}, diagnostics);
  if (!model) throw std::runtime_error(render(diagnostics, source));
  return *model;
}

struct Counted {
  std::size_t states;
  std::size_t orbits;
  bool operator==(const Counted&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Counted& counted) {
  return out << counted.states << " states, " << counted.orbits << " orbits";
}

Counted counted(const std::string& text, const UnitClasses& classes) {
  const Model model = load(text);
  const ReferenceOptions options;
  const auto states = reachable_states(model, options);
  if (!states) return {0, 0};
  return {states->size(), smallest_of_orbits(model, *states, classes).size()};
}

std::string exchanged(const std::string& text, std::int64_t a, std::int64_t b,
                      const std::vector<std::size_t>& properties = {}) {
  const Model model = load(text);
  const ReferenceOptions options;
  return told_apart(model, options, transposition(model, a, b), properties);
}

const std::string two_flags = R"(
role a[2] var x: bool := any
role b[3] var y: bool := any
)";

}  // namespace

TEST(Permutation, AllOfAClass) {
  const Model model = load(two_flags);
  EXPECT_EQ(all_permutations(model, {{{0}, {1}}, {{2}, {3}, {4}}}).size(), 12U);
  EXPECT_EQ(all_permutations(model, {{{0, 2}, {1, 3}}}),
            (std::vector<Permutation>{{0, 1, 2, 3, 4}, {1, 0, 3, 2, 4}}));
}

TEST(Permutation, FlagsAreCounted) {
  EXPECT_EQ(counted(two_flags, {}), (Counted{32, 32}));
  EXPECT_EQ(counted(two_flags, {{{0}, {1}}}), (Counted{32, 24}));                   // 3 * 8
  EXPECT_EQ(counted(two_flags, {{{0}, {1}}, {{2}, {3}, {4}}}), (Counted{32, 12}));  // 3 * 4
  // Pairs (x, y) of two nodes: 4 * 5 / 2 multisets, times the last flag.
  EXPECT_EQ(counted(two_flags, {{{0, 2}, {1, 3}}}), (Counted{32, 20}));
}

// A pointer to a process of one's own role: maps of a set to itself up to renaming.
TEST(Permutation, Pointers) {
  EXPECT_EQ(counted("role a[2] var x: a := any", {{{0}, {1}}}), (Counted{4, 3}));
  EXPECT_EQ(counted("role a[3] var x: a := any", {{{0}, {1}, {2}}}), (Counted{27, 7}));
  EXPECT_EQ(counted("role a[4] var x: a := any", {{{0}, {1}, {2}, {3}}}), (Counted{256, 19}));
}

// Directed graphs with loops on two and on three nodes, as sets and as arrays of booleans.
TEST(Permutation, SetsAndArrays) {
  EXPECT_EQ(counted("role a[2] var x: set of a := any", {{{0}, {1}}}), (Counted{16, 10}));
  EXPECT_EQ(counted("role a[3] var x: set of a := any", {{{0}, {1}, {2}}}), (Counted{512, 104}));
  EXPECT_EQ(counted("role a[2] var x: array[a] of bool := any", {{{0}, {1}}}), (Counted{16, 10}));
  EXPECT_EQ(counted("role a[3] var x: array[a] of bool := any", {{{0}, {1}, {2}}}), (Counted{512, 104}));
}

TEST(Permutation, RecordsArraysOfProcessesAndMonitors) {
  EXPECT_EQ(counted("role a[2] role b var x: record f: a; g: a; end := any", {{{0}, {1}}}), (Counted{4, 2}));
  EXPECT_EQ(counted("role a[3] role b var x: array[a] of a := any", {{{0}, {1}, {2}}}), (Counted{27, 7}));
  EXPECT_EQ(counted("role a[3] monitor var x: array[a] of a := any", {{{0}, {1}, {2}}}), (Counted{27, 7}));
  EXPECT_EQ(counted("role b role a[3] role c monitor var x: set of a := any", {{{1}, {2}, {3}}}),
            (Counted{8, 4}));
}

// Each of the three may have told the boss its name and that of one it chose.
TEST(Permutation, Messages) {
  const std::string text = R"(
    role a[3] var done: bool := false
    role boss
    message M(p: a, s: set of a)
    rule r(q: a) of a p: when not p.done do p.done := true; send M(p, {q}) to all boss
  )";
  // Partial maps of three elements to themselves: 4^3; up to renaming: 1 + 2 + 6 + 7 by size of the domain.
  EXPECT_EQ(counted(text, {{{0}, {1}, {2}}}), (Counted{64, 16}));
}

// Two messages with process names in one channel: sorted again in a multiset, in order in a queue.
TEST(Permutation, SeveralMessagesInAChannel) {
  const auto text = [](const std::string& channels) {
    return channels + R"(
      role boss var n: 0..2 := 0
      role a[2]
      role clerk
      message M(p: a)
      rule r(q: a) of boss p: when p.n < 2 do p.n := p.n + 1; send M(q) to all clerk
    )";
  };
  EXPECT_EQ(counted(text("channels unordered"), {{{1}, {2}}}), (Counted{6, 4}));  // {}, 1, 11, 12 | 2, 22
  EXPECT_EQ(counted(text("channels fifo"), {{{1}, {2}}}), (Counted{7, 4}));
}

TEST(Equivariance, ChannelsAndStatus) {
  EXPECT_EQ(exchanged(R"(
    role a[3] var done: bool := false
    message M
    faults a: at most 1 byzantine
    rule s of a p: when not p.done do p.done := true; send M to all a
    rule r of a p on M from a q: do skip
  )",
                      0, 1),
            "");
}

// Who may crash by a faults line goes first, whoever has the smaller number.
TEST(Equivariance, CrashesAtReceipt) {
  const Model model = load(R"(
    channels synchronous
    faults a: at most 1 crash
    role a[2] var done: bool := false
    role b var got: bool := false
    message M
    init [](i: a) start: a[i].status := crash
    rule s of a p: when not p.done do p.done := true; send M to all b
    rule r of b p on M from quorum Q[2] of a: when not p.got do p.got := true
  )");
  ReferenceOptions options;
  options.crash = ReferenceOptions::Crash::receipt;
  EXPECT_EQ(told_apart(model, options, transposition(model, 0, 1), {}), "");
}

TEST(Equivariance, ToldApart) {
  EXPECT_EQ(exchanged("role a[2] var x: a := a(1)", 0, 1), "told apart: initial states");
  EXPECT_EQ(exchanged("role a[2] var x: a \n rule r of a p: do p.x := a(1)", 0, 1), "told apart: steps");
  EXPECT_EQ(exchanged("role a[2] var x: 0..1 := 0 \n rule r of a p: when p = a(1) do p.x := p.x + 1", 0, 1),
            "told apart: steps");
  EXPECT_EQ(exchanged("role a[2] var x: 0..1 := any \n invariant i: a[1].x = 0", 0, 1, {0}),
            "told apart: property i");
  EXPECT_EQ(exchanged("role a[2] var x: 0..1 := any \n invariant i: a[1].x = 0", 0, 1), "");
  EXPECT_EQ(exchanged("role a[2] var x: a \n rule r of a p: do for k: a do p.x := k endfor", 0, 1),
            "told apart: steps");
}

// The error of one process does not hide behind another one that decides.
TEST(Equivariance, QuantifiersEvaluateEveryProcess) {
  const std::string text = R"(
    role a[2] var x: bool
    rule r of a p: when isundefined(p.x) do p.x := true
    invariant i: exists(k: a | k.x)
    invariant j: all(k: a | not k.x)
  )";
  EXPECT_EQ(exchanged(text, 0, 1, {0, 1}), "");
}

}  // namespace quorate
