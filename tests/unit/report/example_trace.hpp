// Traces built by hand for the tests of src/report: a builder that keeps the channels right, and a Paxos
// whose acceptors forget what they accepted, with crashes, losses, deliveries, forgeries and a loop on
// demand.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "system/seam/description.hpp"

namespace quorate::example {

inline Value undefined() {
  return {};
}
inline Value integer(std::int64_t number) {
  return {ValueKind::integer, number, {}, {}, {}};
}
inline Value boolean(bool truth) {
  return {ValueKind::boolean, truth ? 1 : 0, {}, {}, {}};
}
inline Value name(std::string text) {
  return {ValueKind::name, 0, std::move(text), {}, {}};
}
inline Value set(std::vector<Value> elements) {
  return {ValueKind::set, 0, {}, std::move(elements), {}};
}
inline Value record(std::vector<NamedValue> fields) {
  return {ValueKind::record, 0, {}, {}, std::move(fields)};
}
inline Value array(std::vector<NamedValue> entries) {
  Value value{ValueKind::array, 0, {}, {}, {}};
  for (NamedValue& entry : entries) {
    value.elements.push_back(entry.value);
    value.fields.push_back({entry.name, {}});
  }
  return value;
}

inline std::string process_name(const std::string& role, int number) {
  return role + "[" + std::to_string(number) + "]";
}

using Fields = std::vector<NamedValue>;

inline MessageDescription message(std::string from, std::string to, std::string kind, Fields fields = {}) {
  return {std::move(from), std::move(to), std::move(kind), false, false, std::move(fields)};
}

class TraceBuilder {
 public:
  TraceBuilder() { trace_.states.emplace_back(); }

  TraceBuilder& processes(const std::string& role, int count, const Fields& variables,
                          const std::string& status = {}) {
    for (int k = 1; k <= count; ++k) {
      now().processes.push_back({process_name(role, k), role, status, variables});
    }
    return *this;
  }
  TraceBuilder& monitor(const std::string& variable, Value value) {
    now().monitors.push_back({variable, std::move(value)});
    return *this;
  }
  TraceBuilder& initially(const std::string& process, const std::string& variable, Value value) {
    return sets_of(process, variable, std::move(value));
  }
  TraceBuilder& status(const std::string& process, const std::string& status) {
    find(process).status = status;
    return *this;
  }

  // Starts a step; what follows belongs to it.
  TraceBuilder& step(const std::string& process, const std::string& rule, StepKind kind = StepKind::rule) {
    trace_.states.push_back(now());
    trace_.steps.push_back({kind, rule + "(" + process + ")", process, rule, {}, {}, {}});
    return *this;
  }
  TraceBuilder& transition(const std::string& text) {
    trace_.steps.back().transition = text;
    return *this;
  }
  TraceBuilder& note(const std::string& text) {
    trace_.steps.back().note = text;
    return *this;
  }
  TraceBuilder& takes(const std::string& from, const std::string& kind, const Fields& fields = {}) {
    MessageDescription taken = message(from, mover(), kind, fields);
    remove(taken);
    trace_.steps.back().consumed.push_back(std::move(taken));
    return *this;
  }
  TraceBuilder& takes_forged(const std::string& from, const std::string& kind, const Fields& fields = {}) {
    MessageDescription taken = message(from, mover(), kind, fields);
    taken.forged = true;
    trace_.steps.back().consumed.push_back(std::move(taken));
    return *this;
  }
  TraceBuilder& takes_absent(const std::string& from, const std::string& kind, const Fields& fields = {}) {
    MessageDescription taken = message(from, mover(), kind, fields);
    taken.absent = true;
    trace_.steps.back().consumed.push_back(std::move(taken));
    return *this;
  }
  TraceBuilder& sends(const std::string& to, const std::string& kind, const Fields& fields = {}) {
    MessageDescription sent = message(mover(), to, kind, fields);
    channel(sent.from, sent.to).waiting.push_back(sent);
    trace_.steps.back().sent.push_back(std::move(sent));
    return *this;
  }
  TraceBuilder& broadcasts(const std::string& role, int count, const std::string& kind,
                           const Fields& fields = {}) {
    for (int k = 1; k <= count; ++k) {
      if (process_name(role, k) != mover()) sends(process_name(role, k), kind, fields);
    }
    return *this;
  }
  TraceBuilder& sets(const std::string& variable, Value value) {
    return sets_of(mover(), variable, std::move(value));
  }
  TraceBuilder& sets_of(const std::string& process, const std::string& variable, Value value) {
    for (NamedValue& candidate : find(process).variables) {
      if (candidate.name == variable) candidate.value = std::move(value);
    }
    return *this;
  }
  TraceBuilder& observes(const std::string& variable, Value value) {
    for (NamedValue& candidate : now().monitors) {
      if (candidate.name == variable) candidate.value = std::move(value);
    }
    return *this;
  }
  TraceBuilder& crash(const std::string& process) {
    step(process, "crash", StepKind::crash);
    find(process).status = "crashed";
    std::erase_if(now().channels, [&](const ChannelDescription& c) { return c.to == process; });
    return *this;
  }
  TraceBuilder& lose(const MessageDescription& lost) {
    step(lost.to, "lose", StepKind::loss);
    remove(lost);
    trace_.steps.back().consumed.push_back(lost);
    return *this;
  }
  TraceBuilder& deliver(const MessageDescription& arriving) {
    step(arriving.to, "deliver", StepKind::delivery);
    remove(arriving);
    channel(arriving.from, arriving.to).delivered.push_back(arriving);
    trace_.steps.back().consumed.push_back(arriving);
    return *this;
  }
  TraceBuilder& loop(std::size_t start) {
    trace_.loop_start = start;
    return *this;
  }
  TraceBuilder& failure(const std::string& text, Span span = {}) {
    trace_.failure = text;
    trace_.failure_span = span;
    return *this;
  }

  [[nodiscard]] TraceDescription build() const { return trace_; }

 private:
  StateDescription& now() { return trace_.states.back(); }
  [[nodiscard]] const std::string& mover() const { return trace_.steps.back().process; }

  ProcessDescription& find(const std::string& process) {
    return *std::find_if(now().processes.begin(), now().processes.end(),
                         [&](const ProcessDescription& candidate) { return candidate.name == process; });
  }
  ChannelDescription& channel(const std::string& from, const std::string& to) {
    for (ChannelDescription& candidate : now().channels) {
      if (candidate.from == from && candidate.to == to) return candidate;
    }
    now().channels.push_back({from, to, {}, {}});
    return now().channels.back();
  }
  void remove(const MessageDescription& gone) {
    ChannelDescription& from = channel(gone.from, gone.to);
    for (auto* place : {&from.delivered, &from.waiting}) {
      const auto found = std::find(place->begin(), place->end(), gone);
      if (found == place->end()) continue;
      place->erase(found);
      break;
    }
    std::erase_if(now().channels,
                  [](const ChannelDescription& c) { return c.waiting.empty() && c.delivered.empty(); });
  }

  TraceDescription trace_;
};

// Two proposers, three acceptors; acceptors forget what they accepted when they promise, so that both
// proposers get their own value chosen.
class PaxosExample {
 public:
  explicit PaxosExample(int proposers = 2, int acceptors = 3) : acceptors_(acceptors) {
    builder.processes("proposer", proposers,
                      {{"phase", name("idle")}, {"ballot", undefined()}, {"promises", set({})}});
    builder.processes("acceptor", acceptors,
                      {{"promised", integer(0)}, {"accepted", integer(0)}, {"value", undefined()}});
    builder.monitor("chosen", set({}));
  }

  void prepare(int p, int ballot) {
    builder.step(proposer(p), "prepare").sets("phase", name("preparing")).sets("ballot", integer(ballot));
    builder.broadcasts("acceptor", acceptors_, "PREPARE", {{"number", integer(ballot)}});
  }
  void promise(int a, int p, int ballot) {
    builder.step(acceptor(a), "promise").transition("promise(" + acceptor(a) + ", " + proposer(p) + ")");
    builder.takes(proposer(p), "PREPARE", {{"number", integer(ballot)}}).sets("promised", integer(ballot));
    builder.sends(proposer(p), "PROMISE", promise_fields(ballot));
  }
  void propose(int p, int ballot, const std::vector<int>& quorum, int value) {
    builder.step(proposer(p), "propose");
    std::vector<Value> names;
    for (int a : quorum) {
      builder.takes(acceptor(a), "PROMISE", promise_fields(ballot));
      names.push_back(name(acceptor(a)));
    }
    builder.sets("phase", name("proposing")).sets("promises", set(names));
    builder.broadcasts("acceptor", acceptors_, "ACCEPT", accept_fields(ballot, value));
  }
  void accept(int a, int p, int ballot, int value) {
    builder.step(acceptor(a), "accept").takes(proposer(p), "ACCEPT", accept_fields(ballot, value));
    builder.sets("promised", integer(ballot)).sets("accepted", integer(ballot)).sets("value", integer(value));
  }

  static std::string proposer(int p) { return process_name("proposer", p); }
  static std::string acceptor(int a) { return process_name("acceptor", a); }
  static Fields promise_fields(int ballot) {
    return {{"number", integer(ballot)}, {"accepted", integer(0)}, {"value", undefined()}};
  }
  static Fields accept_fields(int ballot, int value) {
    return {{"number", integer(ballot)}, {"value", integer(value)}};
  }

  TraceBuilder builder;

 private:
  int acceptors_;
};

inline TraceDescription paxos_trace() {
  PaxosExample paxos;
  paxos.prepare(1, 1);
  paxos.promise(1, 1, 1);
  paxos.promise(2, 1, 1);
  paxos.propose(1, 1, {1, 2}, 10);
  paxos.prepare(2, 2);
  paxos.accept(1, 1, 1, 10);
  paxos.accept(2, 1, 1, 10);
  paxos.builder.observes("chosen", set({integer(10)}));
  paxos.promise(2, 2, 2);
  paxos.promise(3, 2, 2);
  paxos.propose(2, 2, {2, 3}, 20);
  paxos.accept(2, 2, 2, 20);
  paxos.accept(3, 2, 2, 20);
  paxos.builder.observes("chosen", set({integer(10), integer(20)}));
  return paxos.builder.build();
}

// A crash, a crash while sending, a loss and a forged message, with statuses.
inline TraceDescription faulty_trace() {
  PaxosExample paxos;
  for (const char* process : {"proposer[1]", "proposer[2]", "acceptor[1]", "acceptor[2]"}) {
    paxos.builder.status(process, "corr");
  }
  paxos.builder.status("acceptor[3]", "byz");
  for (const char* variable : {"promised", "accepted", "value"}) {
    paxos.builder.initially("acceptor[3]", variable, undefined());
  }
  paxos.builder.step("proposer[1]", "prepare").sets("phase", name("preparing")).sets("ballot", integer(1));
  paxos.builder.broadcasts("acceptor", 2, "PREPARE", {{"number", integer(1)}});
  paxos.builder.lose(message("proposer[1]", "acceptor[1]", "PREPARE", {{"number", integer(1)}}));
  paxos.promise(2, 1, 1);
  paxos.builder.step("proposer[1]", "propose")
      .takes("acceptor[2]", "PROMISE", PaxosExample::promise_fields(1));
  paxos.builder.takes_forged("acceptor[3]", "PROMISE",
                             {{"number", integer(1)}, {"accepted", integer(2)}, {"value", integer(7)}});
  paxos.builder.sets("phase", name("proposing"))
      .status("proposer[1]", "crashed")
      .note("crashes while sending");
  paxos.builder.sends("acceptor[1]", "ACCEPT", PaxosExample::accept_fields(1, 7));
  paxos.accept(1, 1, 1, 7);
  paxos.builder.crash("acceptor[2]");
  return paxos.builder.build();
}

// Separate deliveries (traffic models GRM and RM); one message stays delivered, one waiting.
inline TraceDescription delivery_trace() {
  PaxosExample paxos;
  const Fields fields = {{"number", integer(1)}};
  paxos.prepare(1, 1);
  paxos.builder.deliver(message("proposer[1]", "acceptor[2]", "PREPARE", fields));
  paxos.builder.deliver(message("proposer[1]", "acceptor[3]", "PREPARE", fields));
  paxos.promise(2, 1, 1);
  return paxos.builder.build();
}

// Three proposers and five acceptors, with messages that wait for long: 24 steps.
inline TraceDescription long_trace() {
  PaxosExample paxos(3, 5);
  for (int p = 1; p <= 3; ++p) paxos.prepare(p, p);
  for (int a : {1, 4, 5}) paxos.promise(a, 1, 1);
  for (int a : {1, 2, 3}) paxos.promise(a, 2, 2);
  paxos.propose(1, 1, {1, 4, 5}, 10);
  paxos.propose(2, 2, {1, 2, 3}, 20);
  for (int a : {5, 4}) paxos.accept(a, 1, 1, 10);
  paxos.builder.crash("proposer[1]");
  for (int a : {1, 2, 3}) paxos.accept(a, 2, 2, 20);
  paxos.builder.observes("chosen", set({integer(20)}));
  for (int a : {5, 4, 3}) paxos.promise(a, 3, 3);
  paxos.propose(3, 3, {3, 4, 5}, 30);
  for (int a : {3, 5, 4}) paxos.accept(a, 3, 3, 30);
  paxos.builder.observes("chosen", set({integer(20), integer(30)}));
  return paxos.builder.build();
}

// Everybody sends to everybody, the Byzantine first one different things to different processes.
inline TraceDescription crowded_trace(int nodes, int quorum) {
  TraceBuilder builder;
  builder.processes("node", nodes, {{"echoed", boolean(false)}, {"ready_value", undefined()}}, "corr");
  builder.status("node[1]", "byz");
  builder.step("node[1]", "equivocate_between_all_the_others");
  auto fields = [](int k) { return Fields{{"value", integer(k % 2)}, {"origin", name("node[1]")}}; };
  for (int k = 2; k <= nodes; ++k) builder.sends(process_name("node", k), "SEND", fields(k));
  for (int k = 2; k <= nodes; ++k) {
    builder.step(process_name("node", k), "echo")
        .takes("node[1]", "SEND", fields(k))
        .sets("echoed", boolean(true));
    builder.broadcasts("node", nodes, "ECHO", fields(k));
  }
  for (int k = 2; k <= nodes; ++k) {
    builder.step(process_name("node", k), "become_ready");
    int taken = 0;
    for (int other = 2; other <= nodes && taken < quorum; ++other) {
      if (other == k) continue;
      builder.takes(process_name("node", other), "ECHO", fields(other));
      ++taken;
    }
    builder.sets("ready_value", integer(1)).broadcasts("node", nodes, "READY", fields(1));
  }
  return builder.build();
}

// Two proposers that overtake each other for ever.
inline TraceDescription looping_trace() {
  TraceBuilder builder;
  builder.processes("proposer", 2,
                    {{"turn", boolean(false)}, {"seen", array({{"1", integer(0)}, {"2", integer(0)}})}});
  builder.step("proposer[1]", "start").sends("proposer[2]", "BALL");
  for (int k = 0; k < 2; ++k) {
    const std::string self = k == 0 ? "proposer[2]" : "proposer[1]";
    const std::string other = k == 0 ? "proposer[1]" : "proposer[2]";
    builder.step(self, "return_ball").takes(other, "BALL").sends(other, "BALL");
  }
  builder.loop(1);
  return builder.build();
}

// A model error in the step after the last state.
inline TraceDescription failing_trace() {
  PaxosExample paxos;
  paxos.prepare(1, 1);
  paxos.builder.failure("`ballot` is undefined where a value is needed", Span{120, 126});
  return paxos.builder.build();
}

}  // namespace quorate::example
