// A protocol as its author wrote it, at fixed parameters: roles, messages, rules, channels, faults,
// properties. Made by a language module, read by everything after it; plain values that are not changed once
// made. Knows nothing of states, searches or syntax.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/formula.hpp"
#include "model/ids.hpp"
#include "model/statement.hpp"
#include "model/type.hpp"

namespace quorate {

struct Parameter {
  std::string name;
  std::int64_t value = 0;
};

// The names bound in one rule, function or property.
struct Local {
  std::string name;
  TypeId type;
};
using Frame = std::vector<Local>;  // indexed by LocalId

enum class InitialValue {
  undefined,
  expression,  // Variable::initial; may use parameters and constants only
  any,         // every value of the type: one initial state each
  distinct,    // every process of the role another value: one initial state for each injective choice
};

struct Variable {
  std::string name;
  TypeId type;
  bool monitor = false;  // a history variable: no rule's behaviour reads it
  bool durable = false;  // keeps its value when the process crashes and recovers
  bool timer = false;    // a Boolean: whether the timer is set
  InitialValue initial_value = InitialValue::undefined;
  Expr initial;  // a constant; in an array or record every scalar (or set) takes it
  Span span;
  bool hidden = false;  // made by faults/lowering: no text can name it, and it is never undefined
  // Hidden flags that only rise, and that never forbid anything to others when they are set: where a process
  // is looked at by itself, those of all others count as set.
  bool knowledge = false;
  // Hidden flags that only rise, and that may forbid steps to others when they are set (none is at first).
  bool commitment = false;
};

struct Role {
  std::string name;        // `leader`: the name of the array of local states, used to show processes
  std::string type_name;   // `leaderID` in the printed notation; the same as name in the short form
  TypeId type;             // its process type
  std::int64_t count = 0;  // may be 0
  ProcessId first;         // its processes are first, first + 1, ...
  std::vector<Variable> variables;
  Span span;
};

// A field of a message that shows who has signed a message of another kind.
struct CertificateField {
  struct Part {  // of what was signed: a field of the message with the certificate, or a constant
    std::int32_t field = -1;
    std::int64_t value = 0;
  };
  std::int32_t field = 0;  // a set of processes, one process, or whether there are so many:
  std::int64_t at_least = 0;
  KindId signed_kind;
  std::vector<Part> content;    // in the order of signed_fields()
  std::vector<RoleId> signers;  // who may be named
};

struct MessageKind {
  std::string name;
  std::vector<Field> fields;  // simple types, records and arrays
  bool printed = false;       // the one `Msg: record ... end` of the printed notation: a message whose
                              //   fields are all undefined is no message
  Span span;
  bool is_signed = false;                        // a certificate names the processes that sent it
  std::vector<CertificateField> certificates{};  // faults/kinds/signatures.hpp makes them conditions of rules
  // A symmetric Byzantine process sends one message for each value of these fields.
  std::vector<std::int32_t> same_for{};
};

// Messages that may be in a channel at first: at most so many of the kind, all of whose fields are defined.
struct InitialContents {
  KindId kind;
  std::int64_t most = 0;
  Span span;
};

struct Channels {
  bool synchronous = false;
  bool lossy = false;
  bool fifo = false;
  bool loopback = false;               // every process has a channel to itself, too
  bool set = false;                    // sending a message that is already there changes nothing
  bool several = false;                // a step may send several messages to one process
  bool kept = false;                   // every receipt leaves its messages (Receive::keeps); then also a set
  bool duplicating = false;            // a receipt may leave its message as a copy (faults/kinds/duplication)
  std::optional<std::int64_t> copies;  // duplicating: of all channels together; none: any number
  std::optional<std::int64_t> bound;   // capacity B of each channel; none: unbounded
  bool replacing = false;              // a full channel drops its oldest message for a new one
  std::vector<InitialContents> initially;  // one initial state for each content of each channel
  Span span;
};

enum class FaultKind {
  crash,
  byzantine,
  lowered,  // a kind given by its word (faults/fault_kinds.hpp), made variables and rules by faults/lowering
};

// What a line with the word `down` says besides the number of processes that are down at once.
struct Recovery {
  std::optional<std::int64_t> restarts;  // of all its processes together, or of each; none: unlimited
  bool each = false;
  bool recovers = false;  // a process that is down is owed its restart
};

// Whether links that are cut become whole again.
enum class Healing {
  at_will,  // perhaps, and they may be cut again for ever
  owed,     // each is owed that, and a run that counts cuts links finitely often
  never,
};

// What a `network` line says besides a number.
struct Network {
  bool total = false;    // all processes are divided in two, `count` times; or `count` links are cut at once
  bool limited = false;  // there is a number
  Healing healing = Healing::at_will;
};

// A failure detector of the processes of a role (faults/kinds/detectors.hpp).
enum class DetectorKind { perfect, eventually_perfect, leader };

struct Detector {
  DetectorKind kind = DetectorKind::perfect;
  ProcessId leader;  // which process becomes the leader in the end; a property is checked for each of them
};

// At most (or exactly) `count` processes of these roles together are faulty.
struct FaultAssumption {
  FaultKind kind = FaultKind::crash;
  std::string word;  // in the list of kinds
  std::vector<RoleId> roles;
  std::int64_t count = 0;
  bool exactly = false;
  Recovery recovery;                    // of lines with the word `down`
  std::optional<std::int64_t> omitted;  // of omission faults: messages of each process; none: unlimited
  Network network;                      // of the `network` line
  Detector detector;                    // of lines with the word `detector`
  bool symmetric = false;  // Byzantine processes that send the same to all (faults/kinds/commitments.hpp)
  Span span;
};

// single, quorum: one message of one sender, or of each of a set of senders.
// batch: `batch_size` messages of one sender.
// part: any messages, at least one, of any senders; at most `batch_size` of each sender.
enum class ReceiveKind { none, single, quorum, batch, part };

inline constexpr std::int64_t keeps_all = 1'000;  // more than a quorum can have members

struct Receive {
  ReceiveKind kind = ReceiveKind::none;
  KindId message_kind;
  LocalId sender;      // single, batch: the sending process; quorum: the set of sending processes
  TypeId sender_type;  // a process type
  std::int64_t quorum_size = 0;
  bool at_least = false;   // quorum: quorum_size or more senders
  std::int64_t keeps = 0;  // so many of the messages stay in their channels; one step for each choice of them
  std::int64_t batch_size = 0;
  LocalId taken;  // batch, part: the positions of the messages that are taken, from 1 (Type::positions)

  // Whether it takes messages by their position, not by their sender.
  [[nodiscard]] bool by_position() const { return kind == ReceiveKind::batch || kind == ReceiveKind::part; }
};

struct RuleParameter {
  LocalId local;
  TypeId type;
};

// What a failure detector answers to the guard of a rule: the set of suspected processes, or the leader. A
// step chooses it.
struct DetectorAnswer {
  RoleId role;
  bool leader = false;
  LocalId local;
};

struct Rule {
  std::string name;
  RoleId role;
  LocalId self;                           // the process that executes the rule
  std::vector<RuleParameter> parameters;  // neither self nor the sender: one transition for each value
  Receive receive;
  std::vector<Receive> more_inputs;  // taken in the same step, after the messages of `receive`
  Expr guard;
  std::vector<Stmt> body;
  bool byzantine = false;  // executed by Byzantine processes of the role only: its attack strategy
  bool fault = false;      // made by faults/lowering: a step of a fault, shown as one
  bool owed = true;        // fairness obliges the process to take the step (temporal/fairness.hpp)
  bool finitely = false;   // runs that take its steps infinitely often do not count; then they are not owed
  bool ignores = false;    // fault: takes a message and does nothing with it
  bool observed = true;    // `observe` is executed after it
  bool exempt = false;     // need not consume all that was delivered (traffic model RM)
  bool cut_off = false;    // one step for each strict subset of the messages that the body sends
  std::int64_t withheld = 0;            // cut off: exactly so many messages are not sent; 0: any number
  std::vector<std::size_t> instead_of;  // fault: a process that takes this step has not stopped, nor have
                                        //   these rules (fairness)
  // The timer, a variable of the role, whose expiry executes the rule; its guard and body test and clear it.
  std::int32_t expiry = -1;
  std::vector<DetectorAnswer> answers;   // to questions of the guard
  std::vector<std::size_t> sync_points;  // positions in the body; what was written before is on the disk
  Frame frame;
  Span span;  // the whole rule
  Span name_span;

  [[nodiscard]] std::size_t input_count() const {
    return receive.kind == ReceiveKind::none ? 0 : 1 + more_inputs.size();
  }
  [[nodiscard]] const Receive& input(std::size_t i) const { return i == 0 ? receive : more_inputs[i - 1]; }
  // Whether a step may take messages of several kinds, or several of one sender.
  [[nodiscard]] bool compound() const { return !more_inputs.empty() || receive.by_position(); }
};

// One initial state for each choice of parameters for which the guard holds. Starts from the
// variables' own initial values.
struct InitialRule {
  std::string name;
  std::vector<RuleParameter> parameters;
  Expr guard;
  std::vector<Stmt> body;
  Frame frame;
  Span span;
};

struct Function {
  std::string name;
  std::vector<RuleParameter> parameters;
  TypeId result;
  Expr body;
  Frame frame;
  Span span;
};

struct Monitor {
  std::vector<Variable> variables;  // global history variables
  std::vector<Stmt> observe;        // executed in every initial state and after every step
  Frame frame;
};

enum class PropertyKind { invariant, no_deadlock, temporal };

struct Property {
  std::string name;
  PropertyKind kind = PropertyKind::invariant;
  Expr predicate;     // invariant: the predicate; no_deadlock: the allowed end states
  Formula formula;    // temporal
  std::string under;  // the fairness named after `under`; empty when none is
  Frame frame;
  Span span;
};

enum class FairnessKind {
  processes,    // every correct process keeps taking steps
  messages,     // what a correct process can receive, it receives
  justice,      // predicate holds infinitely often
  compassion,   // if predicate holds infinitely often, then so does `then`
  weak_rule,    // where `rule` is owed from some time on, it is executed infinitely often
  strong_rule,  // where `rule` is owed infinitely often, it is executed infinitely often
};

struct FairnessItem {
  FairnessKind kind = FairnessKind::processes;
  Expr predicate;
  Expr then;
  std::size_t rule = 0;  // position in Model::rules, of weak_rule and strong_rule
};

// Runs that break one of the items do not count for properties that are checked under the assumption.
struct FairnessAssumption {
  std::string name;
  std::vector<FairnessItem> items;
  Frame frame;
  Span span;
};

// A timer runs longer than another one.
struct TimerOrder {
  RoleId role;
  std::int32_t timer = 0;  // among the variables of the role
  RoleId shorter_role;
  std::int32_t shorter = 0;
};

struct Model {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Type> types;  // indexed by TypeId
  TypeId boolean_type;
  TypeId integer_type;  // a range wide enough for every intermediate value
  TypeId status_type;   // enumeration corr, crash, byz, crashed (see Status)
  std::vector<Role> roles;
  std::vector<MessageKind> messages;
  std::vector<Function> functions;
  Channels channels;
  std::vector<FaultAssumption> faults;
  std::vector<TimerOrder> timer_orders;
  bool eventually_synchronous = false;  // from some time on no timer expires early (faults/kinds/timing.hpp)
  std::vector<InitialRule> initial_rules;
  std::vector<Rule> rules;
  std::vector<Rule> recovery_rules;  // `on recovery`: a part of the restart of a process of their role
  bool has_else = false;             // ELSE: a state without a step steps to itself
  Monitor monitor;
  std::vector<Property> properties;
  std::vector<FairnessAssumption> fairness;
  std::vector<Property> lemmas;  // invariants that help a proof; only src/induction uses them

  [[nodiscard]] const Type& type(TypeId id) const { return types[id.index()]; }
  [[nodiscard]] const Role& role(RoleId id) const { return roles[id.index()]; }
  [[nodiscard]] const MessageKind& message(KindId id) const { return messages[id.index()]; }
  [[nodiscard]] const Function& function(FunctionId id) const { return functions[id.index()]; }

  [[nodiscard]] std::int64_t process_count() const;
  [[nodiscard]] RoleId role_of(ProcessId process) const;
  // "acceptor[2]"; "commander" for the only process of a role declared without a size is
  // shown with its number as well, so that names are uniform.
  [[nodiscard]] std::string process_name(ProcessId process) const;
  // All values of a scalar type in ascending order (a group's type skips foreign processes).
  [[nodiscard]] std::vector<std::int64_t> values_of(TypeId type) const;
  [[nodiscard]] bool has_value(TypeId type, std::int64_t value) const;
  // The declared assumption of this name, or a predefined one: `fair` (processes and messages), `processes`,
  // `messages`.
  [[nodiscard]] std::optional<FairnessAssumption> find_fairness(const std::string& wanted) const;
  // How a value of a simple type is written: 3, true, READ, acceptor[2], {1, 2}.
  [[nodiscard]] std::string show(TypeId type, std::int64_t value) const;
};

// A rule that takes messages of several kinds or several of one sender, or null.
const Rule* find_compound_rule(const Model& model);

// Whether some `faults` line is of this kind, or is of this kind and names the role.
bool declares(const Model& model, FaultKind kind);
bool declares(const Model& model, FaultKind kind, RoleId role);
// Whether some receipt leaves messages in their channels.
bool leaves_messages(const Model& model);

// Values of Model::status_type. `crash` marks a process that may crash and has not.
enum class Status : std::int64_t { correct = 0, crash = 1, byzantine = 2, crashed = 3 };

}  // namespace quorate
