// Which messages are dead, in small protocols where it can be seen in the text.
#include "reduction/dead_messages/dead_messages.hpp"

#include <gtest/gtest.h>

#include "reduction/dead_messages/forgetting_layer.hpp"
#include "reduction/explored.hpp"
#include "verify/run/check.hpp"

namespace quorate {

namespace {

CheckReport checked(const Model& model, bool forget) {
  CheckOptions options;
  options.symmetry = Symmetry::none;
  options.por = PartialOrder::none;
  options.forget = forget;
  return check(model, options);
}

std::uint64_t states(const std::string& text, bool forget) {
  const CheckReport report = checked(model_of(text), forget);
  EXPECT_FALSE(report.trouble);
  EXPECT_EQ(report.results.at(0).verdict(), Verdict::holds);
  return report.results.at(0).statistics.states;
}

std::shared_ptr<const DeadMessages> find(const ModelSystem& system) {
  const DeadMessages::Found found = DeadMessages::find(system);
  EXPECT_FALSE(found.too_long);
  return found.messages;
}

// Senders of three numbers, and a receiver that heeds those above the last one.
std::string rising(const std::string& channels, const std::string& more = "", int senders = 1) {
  return "protocol rising\nchannels " + channels + "\nrole sender[" + std::to_string(senders) +
         R"(] var sent: 0..3 := 0
role receiver var last: 0..3 := 0
message NUMBER(is: 1..3)
rule speak of sender s: when s.sent < 3 do s.sent := s.sent + 1; send NUMBER(s.sent) to all receiver
rule heed of receiver r on NUMBER from sender s: when msg.is > r.last do r.last := msg.is
)" + more +
         "\ninvariant fine: all(r: receiver | r.last <= 3)\n";
}

}  // namespace

TEST(DeadMessages, OldNumbersAreForgotten) {
  // The receiver's number and, of the sent numbers above it, any set that may still be there: all of them,
  // since those above were not received.
  EXPECT_EQ(states(rising("reliable, unordered"), true), 1U + 2U + 3U + 4U);
  EXPECT_EQ(states(rising("reliable, unordered"), false), 15U);
}

TEST(DeadMessages, NothingIsForgottenThatCanBeReceivedLater) {
  const std::string again = "rule rest of receiver r: when r.last = 3 do r.last := 0";
  EXPECT_EQ(states(rising("reliable, unordered", again), true),
            states(rising("reliable, unordered", again), false));
  const Explored explored = explore(model_of(rising("reliable, unordered", again)));
  EXPECT_EQ(find(*explored.system), nullptr);
}

// The receiver returns, by local states that do not take the message, to one that does.
TEST(DeadMessages, NothingIsForgottenThatIsWantedAfterATurn) {
  const Explored explored = explore(model_of(R"(protocol turns
channels reliable, unordered
role sender var done: bool := false
role receiver var at: 0..3 := 0
message NEWS
rule tell of sender s: when not s.done do s.done := true; send NEWS to all receiver
rule turn of receiver r: when r.at < 3 do r.at := r.at + 1
rule return of receiver r: when r.at = 3 do r.at := 0
rule hear of receiver r on NEWS from sender s: when r.at = 1 do r.at := 2
invariant fine: true
)"));
  EXPECT_EQ(find(*explored.system), nullptr);
}

// With more room in channels the variables are elsewhere.
TEST(DeadMessages, AreTheSameInAnotherLayout) {
  // Channels are beside the senders, of whom there are more, and before the receiver.
  const Model model = model_of(rising("reliable, unordered", "", 2));
  std::vector<CompileProblem> problems;
  const auto narrow = ModelSystem::make(model, {}, {}, problems);
  const auto wide = ModelSystem::make(model, {}, {{{RoleId(0), RoleId(1)}, 3}}, problems);
  const auto found = find(*narrow);
  ASSERT_NE(found, nullptr);
  const auto moved = DeadMessages::in_states_of(*wide, found);
  const ProcessId receiver(2);
  const auto state_with = [&](const ModelSystem& system, std::int64_t last) {
    std::vector<std::uint64_t> state(system.shape().words);
    store(system.layout().cells[system.layout().variable_cells[receiver.index()][0]], state.data(), last);
    return state;
  };
  EXPECT_NE(state_with(*narrow, 0), state_with(*wide, 0));
  for (std::int64_t last = 0; last <= 3; ++last) {
    const auto before = found->local_state(receiver, state_with(*narrow, last).data());
    ASSERT_TRUE(before);
    EXPECT_EQ(moved->local_state(receiver, state_with(*wide, last).data()), before);
  }
}

TEST(DeadMessages, SomeSemanticsCannotForget) {
  const auto against = [](const std::string& channels, const Semantics& semantics) {
    return DeadMessages::against(model_of(rising(channels)), semantics);
  };
  EXPECT_EQ(against("lossy, unordered", {}), "");
  EXPECT_NE(against("reliable, fifo", {}), "");
  EXPECT_NE(against("synchronous, reliable, unordered", {}), "");
  EXPECT_NE(against("lossy, unordered", {Traffic::m, CrashModel::implicit_, LossModel::explicit_}), "");
  EXPECT_NE(against("reliable, unordered", {Traffic::grm, CrashModel::implicit_, LossModel::implicit_}), "");
}

// A dead message keeps a place in a channel that can be full, which blocks the sender or loses what it
// sends.
TEST(DeadMessages, PlacesInAChannelThatMayBeFullAreNotForgotten) {
  EXPECT_EQ(states(rising("reliable, unordered, bound 2"), true),
            states(rising("reliable, unordered, bound 2"), false));
  EXPECT_LT(states(rising("reliable, unordered, bound 3"), true),
            states(rising("reliable, unordered, bound 3"), false));
}

// A forged message may bring the receiver into local states that no other message leads to.
TEST(DeadMessages, ForgeriesAreReckonedWith) {
  const std::string text = R"(protocol forged
channels reliable, unordered
faults chief: at most 1 byzantine
role chief[2] var done: bool := false
role keeper var done: bool := false
role member var loyal: bool := true; open: bool := false
message ORDER(obey: bool), KEY
rule order of chief c: when not c.done do c.done := true; send ORDER(false) to all member
rule give of keeper k: when not k.done do k.done := true; send KEY to all member
rule obey of member m on ORDER from chief c: when msg.obey do m.loyal := false
rule unlock of member m on KEY from keeper k: when not m.loyal do m.open := true
)";
  const auto with = [&](const std::string& property) {
    return model_of(text + "invariant wanted: all(m: member | " + property + ")");
  };
  // Only an order that no correct chief gives makes the member take a key.
  for (const bool forget : {false, true}) {
    EXPECT_EQ(checked(with("not m.open"), forget).results.at(0).verdict(), Verdict::violated);
    EXPECT_EQ(checked(with("m.open => not m.loyal"), forget).results.at(0).verdict(), Verdict::holds);
  }
}

TEST(DeadMessages, AMessageOnWhichAGuardFailsIsKept) {
  const std::string text = R"(protocol fails
channels reliable, unordered
role sender var sent: bool := false
role receiver var table: array[0..1] of bool := false; ready: bool := false
message AT(place: 0..3)
rule speak of sender s: when not s.sent do s.sent := true; send AT(3) to all receiver
rule prepare of receiver r: when not r.ready do r.ready := true
rule look of receiver r on AT from sender s: when r.ready and r.table[msg.place] do r.ready := false
invariant fine: true
)";
  for (const bool forget : {false, true}) {
    const CheckReport report = checked(model_of(text), forget);
    ASSERT_EQ(report.results.size(), 2U);
    EXPECT_EQ(report.results[1].kind, ResultKind::well_defined);
    EXPECT_EQ(report.results[1].verdict(), Verdict::violated);
  }
}

// In the state before the error the channel still has a message that nobody takes, and no room for another:
// the error shows only once there is room.
TEST(DeadMessages, ErrorsAreShownBehindFullChannels) {
  const std::string text = R"(protocol late
channels reliable, unordered
role a var ph: 0..2 := 0
role b
message K
message L(f: 0..1)
rule r0 of a p: do p.ph := 1; send K to all b
rule r2 of b p on K from a q: when q != q do skip
rule r3 of a p: when p.ph = 1 do p.ph := 2; send L(p.ph) to all b
rule r4 of b p on L from a q: do skip
invariant fine: true
)";
  for (const bool forget : {false, true}) {
    const CheckReport report = checked(model_of(text), forget);
    ASSERT_EQ(report.results.size(), 2U);
    EXPECT_EQ(report.results[1].verdict(), Verdict::violated);
    EXPECT_EQ(report.results[1].trace()->steps.size(), 1U);
  }
}

// The search needs room for one number; the counterexample has all three in the channel.
TEST(DeadMessages, CounterexamplesShowAllMessages) {
  const std::string text = R"(protocol late
channels reliable, unordered
role sender var sent: 0..3 := 0
role receiver var deaf: bool := false
message NUMBER(is: 1..3)
rule speak of sender s: when s.sent < 3 do s.sent := s.sent + 1; send NUMBER(s.sent) to all receiver
rule heed of receiver r on NUMBER from sender s: when msg.is = 3 and not r.deaf do r.deaf := true
invariant short: all(s: sender | s.sent < 3)
)";
  const CheckReport report = checked(model_of(text), true);
  EXPECT_FALSE(report.trouble);
  ASSERT_EQ(report.results.at(0).verdict(), Verdict::violated);
  EXPECT_TRUE(report.results[0].uses(ForgettingLayer::title));
  EXPECT_TRUE(report.results[0].shortest);
  EXPECT_EQ(report.results[0].trace()->steps.size(), 3U);
  const auto& channels = report.results[0].trace()->states.back().channels;
  ASSERT_EQ(channels.size(), 1U);
  EXPECT_EQ(channels[0].waiting.size(), 3U);
}

}  // namespace quorate
