// Descriptions of states and steps for reports (text, JSON, ITF, charts). Made from packed states by a
// TransitionSystem; knows nothing of packing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source.hpp"

namespace quorate {

struct Value;
struct NamedValue;

enum class ValueKind { undefined, boolean, integer, name, set, record, array };

// A value to be shown. `name` is an enumeration literal or a process ("acceptor[2]").
struct Value {
  ValueKind kind = ValueKind::undefined;
  std::int64_t number = 0;         // boolean (0 or 1), integer
  std::string text;                // name
  std::vector<Value> elements;     // set, array (in index order)
  std::vector<NamedValue> fields;  // record; array: fields[k].name is the k-th index ("1", "acceptor[1]")

  bool operator==(const Value&) const = default;
};

struct NamedValue {
  std::string name;
  Value value;

  bool operator==(const NamedValue&) const = default;
};

// For example "3", "true", "READ", "{acceptor[1..3]}", "{number: 1}", "[1..3: 0; 4: 2]". Undefined parts of
// records and arrays are left out; a value without any defined part is "undefined".
std::string to_text(const Value& value);

// Merges names of one role and ranges of numbers: "acceptor[1..3,5], proposer[1]".
std::string merged_names(const std::vector<std::string>& names);

struct MessageDescription {
  std::string from;  // process names
  std::string to;
  std::string kind;
  bool absent = false;  // no message: a synchronous receiver has noticed that it is missing
  bool forged = false;  // never sent through a channel: chosen by a Byzantine sender at receipt
  std::vector<NamedValue> fields;

  bool operator==(const MessageDescription&) const = default;
};

// "PROMISE(number: 1, accepted: 0)"; undefined fields are left out. "no PROMISE" for an absent one.
std::string to_text(const MessageDescription& message);

struct ProcessDescription {
  std::string name;    // "acceptor[2]"
  std::string role;    // "acceptor"
  std::string status;  // corr, crash, byz, crashed; empty where the system does not track it
  std::vector<NamedValue> variables;
  std::vector<std::string> marks{};  // hidden variables of lowered faults that are set

  bool operator==(const ProcessDescription&) const = default;
};

struct ChannelDescription {
  std::string from;
  std::string to;
  std::vector<MessageDescription> waiting;    // sent; in FIFO channels oldest first
  std::vector<MessageDescription> delivered;  // traffic models GRM and RM: in the receiver's input

  bool operator==(const ChannelDescription&) const = default;
};

struct StateDescription {
  std::vector<ProcessDescription> processes;
  std::vector<ChannelDescription> channels;  // those that are not empty
  std::vector<NamedValue> monitors;
  bool monitors_are_shared = false;  // they are variables that processes share, as Promela has them

  bool operator==(const StateDescription&) const = default;
};

enum class StepKind {
  rule,
  delivery,
  loss,
  crash,
  fault,  // a rule that faults/lowering has made; only in descriptions, as a transition it is a rule
  otherwise,
};

struct StepDescription {
  StepKind kind = StepKind::rule;
  std::string transition;  // "promise(acceptor[2], proposer[1])"
  std::string process;     // the process that moves; the receiver of a delivery or loss
  std::string rule;        // the rule's name; "deliver", "lose", "crash", "ELSE" for the others
  std::vector<MessageDescription> consumed;  // or the message delivered or lost
  std::vector<MessageDescription> sent;
  std::string note;  // for example "crashes while sending"; usually empty
};

// states.size() == steps.size() + 1; steps[k] leads from states[k] to states[k + 1].
struct TraceDescription {
  std::vector<StateDescription> states;
  std::vector<StepDescription> steps;
  std::optional<std::size_t> loop_start;
  std::string failure;  // the model error in the step after the last state, if there is one
  Span failure_span;
};

}  // namespace quorate
