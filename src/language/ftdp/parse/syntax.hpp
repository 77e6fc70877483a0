// The syntax tree of an FTDP text: what was written, before names and types are resolved. Made by the
// parser, read by the checker only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/model.hpp"

namespace quorate {

struct Name {  // an identifier with its place
  std::string text;
  Span span;
};

enum class SyntaxExprKind {
  number,       // number
  name,         // name; also true, false, undefined, distinct, msg
  outgoing,     // `2leader`: name.text is "leader"
  member_of,    // child 0 . name
  index,        // child 0 [ child 1 ]
  call,         // name ( children ); ceil and floor for the bracket notations; arguments of `send`
  prefix,       // op, child 0
  infix,        // op, children 0 and 1
  conditional,  // children: condition, then, else
  set_literal,  // children
  quantifier,  // quantifier, binder, child 0 body, child 1 filter if has_filter, last: default if has_default
  any_of,      // `any S`: child 0 a set
  let,         // name; children: value, body
};

enum class SyntaxOp {
  minus,
  not_,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  and_,
  or_,
  implies,
  iff,
  in,
  not_in,
  subset,
  set_union,
  set_intersection,
  set_difference,  // the unambiguous signs; + * - serve sets as well
  // Only inside properties:
  next,
  eventually,
  always,
  until,
  release,
  weak_until,
  on_all_paths,
  on_some_path,
};

struct SyntaxType;

struct SyntaxExpr {
  SyntaxExprKind kind = SyntaxExprKind::number;
  Span span;
  std::int64_t number = 0;
  Name name;
  SyntaxOp op = SyntaxOp::add;
  Quantifier quantifier = Quantifier::all;
  Name bound;                      // quantifier
  std::vector<SyntaxType> domain;  // quantifier: exactly one
  bool has_filter = false;
  bool has_default = false;
  std::vector<Name> argument_names;  // call: empty, or one for each argument (empty text: positional)
  std::vector<SyntaxExpr> children;
};

enum class SyntaxTypeKind { named, range, boolean, enumeration, record, array, set, role, signers };

struct SyntaxDeclaration;

struct SyntaxType {
  SyntaxTypeKind kind = SyntaxTypeKind::named;
  Span span;
  std::vector<SyntaxExpr> bounds;         // named: one expression (a type's name, or a set in a binder);
                                          // range: low, high; role: the count; signers: KIND(arguments),
                                          // and the number after `at least`, if any
  std::vector<Name> literals;             // enumeration
  std::vector<SyntaxDeclaration> fields;  // record
  std::vector<SyntaxType> parts;          // array: index, element; set: element
  bool one_signer = false;                // signers: `signer of`
};

struct SyntaxDeclaration {  // name: type [:= initial]; `a, b: T` gives two
  Name name;
  SyntaxType type;
  std::optional<SyntaxExpr> initial;  // may be the name `any` or `distinct`
  bool durable = false;               // of a role's variable: declared in a `durable` section
};

enum class SyntaxStmtKind { assign, undefine, branch, loop, let, send, skip, sync, timer };
enum class SyntaxRecipients { expression, all };

struct SyntaxStmt {
  SyntaxStmtKind kind = SyntaxStmtKind::skip;
  Span span;
  SyntaxExpr target;               // assign, undefine; send: a call (or name) of the kind
  SyntaxExpr value;                // assign, let; the condition of a branch; the recipient of a send
  Name bound;                      // loop, let; timer: its name
  bool sets = false;               // timer: `set`, not `cancel`
  std::vector<SyntaxType> domain;  // loop: exactly one
  SyntaxRecipients recipients = SyntaxRecipients::expression;  // all: value names a role, group or set
  std::vector<SyntaxStmt> body;
  std::vector<SyntaxStmt> else_body;
};

// A rule parameter as in `[](i: T)`; a quorum one is `[](Q: quorum[e] of T)`.
struct SyntaxParameter {
  Name name;
  SyntaxType type;
  bool quorum = false;  // type is the senders' role or group
  bool at_least = false;
  std::optional<SyntaxExpr> quorum_size;
};

// An input of a rule behind the first one, `and KIND as NAME from ...`, or the first one as well: `2 KIND`,
// `all KIND`.
struct SyntaxInput {
  Name kind;
  Name alias;  // `as NAME`; empty: none
  std::optional<SyntaxExpr> count;
  bool all = false;
  std::optional<SyntaxParameter> sender;  // of `all`: without a name
  Span span;
};

// Both headings. Printed: `[](i: T)[](j: U) label [on KIND]: ...`: parameters hold all of them in
// order and the checker decides which is the process and which the sender. Short: `rule name(x: T) of
// role p on KIND from role q`: self and sender are set and parameters hold the rest.
struct SyntaxRule {
  Name name;
  Span span;
  bool printed = false;
  bool byzantine = false;
  bool on_recovery = false;
  std::optional<Name> expiry;  // the timer on whose expiry it is executed
  std::vector<SyntaxParameter> parameters;
  std::optional<SyntaxParameter> self;
  std::optional<SyntaxParameter> sender;
  std::optional<Name> message_kind;
  std::vector<SyntaxInput> inputs;  // short heading: where there are several, or one with a count or a name
  std::optional<SyntaxExpr> guard;  // `when`, or the condition of an `if` without else that is the whole body
  std::vector<SyntaxStmt> body;
};

struct SyntaxRole {
  Name name;
  std::optional<SyntaxExpr> count;
  std::vector<SyntaxDeclaration> variables;
  std::vector<SyntaxDeclaration> monitors;
};

struct SyntaxGroup {
  Name name;
  std::vector<Name> roles;
};

struct SyntaxMessage {
  Name name;
  std::vector<SyntaxDeclaration> fields;
  bool is_signed = false;
  std::vector<Name> same_for{};  // fields
};

struct SyntaxFunction {
  Name name;
  std::vector<SyntaxDeclaration> parameters;
  SyntaxType result;
  SyntaxExpr body;
};

// `initially any KIND up to most`
struct SyntaxContents {
  Span span;
  Name kind;
  SyntaxExpr most;
};

// Words of the `channels` line with their places: asynchronous, synchronous, lossy, reliable, unordered,
// fifo, set, loopback, unbounded, authenticated, "no duplication", kept, duplicating, several, replacing;
// numbers separately.
struct SyntaxChannels {
  Span span;
  std::vector<Name> words;
  std::optional<SyntaxExpr> bound;
  std::optional<SyntaxExpr> copies;  // of `duplicating at most`
  std::vector<SyntaxContents> initially;
};

struct SyntaxFault {
  Span span;
  bool exactly = false;
  SyntaxExpr count;
  std::vector<Name> roles;  // roles or groups; empty: every role
  std::string word;         // of the list of kinds (faults/fault_kinds.hpp)
  bool symmetric = false;   // with the word `byzantine`
  // With the word `down`:
  bool counted = true;                 // how many are down at once is limited by `count`
  std::optional<SyntaxExpr> restarts;  // none: unlimited
  bool each = false;                   // each process has so many restarts
  bool recovers = false;
  std::optional<SyntaxExpr> omitted;  // of omissions: how many messages of each process
};

// The `network` line.
struct SyntaxNetwork {
  Span span;
  bool total = false;               // `partitions`; or `cuts links`
  std::vector<Name> roles;          // empty: every role
  std::optional<SyntaxExpr> count;  // none: unlimited
  bool heals = false;
  bool for_ever = false;
};

// `NAME of ROLE [initially set] [longer than NAME [of ROLE] {and ...}]`
struct SyntaxTimer {
  Name name;
  Name role;
  bool set = false;
  std::vector<std::pair<Name, std::optional<Name>>> longer;
};

// `detector perfect of ROLE`
struct SyntaxDetector {
  Span span;
  DetectorKind kind = DetectorKind::perfect;
  Name role;
};

enum class SyntaxPropertyKind { invariant, formula, no_deadlock, lemma };

struct SyntaxProperty {
  Name name;
  Span span;
  SyntaxPropertyKind kind = SyntaxPropertyKind::formula;
  std::optional<SyntaxExpr> formula;  // no_deadlock: the allowed end states, if given
  std::optional<Name> under;
};

struct SyntaxFairnessItem {
  Name word;  // processes, messages, justice, compassion, weak, strong
  std::vector<SyntaxExpr> predicates;
  Name rule;  // of `weak rule` and `strong rule`
};

struct SyntaxFairness {
  Name name;
  Span span;
  std::vector<SyntaxFairnessItem> items;
};

struct SyntaxParameterDeclaration {  // protocol p (m := 2), or `parameter m := 2`
  Name name;
  std::optional<SyntaxExpr> value;
};

struct SyntaxModel {
  std::optional<Name> name;
  std::vector<SyntaxParameterDeclaration> parameters;
  std::vector<SyntaxDeclaration> types;      // the `type` section; roles and Msg are among them
  std::vector<SyntaxDeclaration> variables;  // the `var` section: the arrays of local states
  std::vector<SyntaxRole> roles;
  std::vector<SyntaxGroup> groups;
  std::vector<SyntaxMessage> messages;
  std::vector<SyntaxFunction> functions;
  std::vector<SyntaxChannels> channels;  // at most one is right
  std::vector<SyntaxFault> faults;
  std::vector<SyntaxNetwork> networks;  // at most one is right
  std::vector<SyntaxTimer> timers;
  std::vector<SyntaxDetector> detectors;
  std::optional<Span> eventually_synchronous;
  std::vector<SyntaxRule> initial_rules;
  std::vector<SyntaxRule> rules;
  bool has_else = false;
  std::vector<SyntaxDeclaration> monitor_variables;
  std::vector<SyntaxStmt> observe;
  std::vector<SyntaxProperty> properties;
  std::vector<SyntaxFairness> fairness;
  bool names_complete = true;  // no declaration was lost to an error: unknown names are worth reporting
};

}  // namespace quorate
