// Typed, resolved expressions. There is one node structure for all kinds, so that consumers (bytecode
// compiler, exports, formulas, analyses) are plain switches.
#pragma once

#include <cstdint>
#include <vector>

#include "base/source.hpp"
#include "model/ids.hpp"

namespace quorate {

enum class ExprKind {
  constant,   // value, of a scalar or set type
  undefined,  // the undefined value, of any type
  local,      // local: rule parameter, bound variable, `let`, function parameter
  // Places. A place of a rule's own process may be written; all may be read where allowed.
  variable,          // role, index = position in Role::variables; child 0: the process
  status,            // role; child 0: the process; type Model::status_type
  monitor_variable,  // index = position in Monitor::variables
  field,             // index = position of the field; child 0: a record place
  element,           // child 0: an array place; child 1: the index value
  message_field,     // index = field of the consumed message (kind says which);
                     //   child 0: the sender in a quorum, the position in a batch or part
  message_absent,    // `msg.absent`; child 0, in a quorum rule only: the sender
  message_sender,    // the sender of a message taken by its position; child 0: the position
  // Operators. Each needs defined operands: an undefined one is a model error.
  negate,
  logical_not,
  add,
  subtract,
  multiply,
  divide,
  ceiling_divide,
  modulo,  // divide truncates, and modulo has the sign of the dividend; division by 0 is a model error
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  implies,
  iff,          // both operands are evaluated; the three above stop if the left one decides
  conditional,  // children: condition, then, else
  // Sets
  set_literal,  // children: elements
  set_union,
  set_intersection,
  set_difference,
  member,    // children: element, set; false for an element outside the set's type
  subset,    // children: smaller, larger
  set_size,  // child 0
  // Binders: see Quantifier
  quantifier,
  let,           // local; children: value, body
  call,          // function; children: arguments
  is_undefined,  // child 0: a place; true iff every scalar in it is undefined
  ordinal,       // child 0: a process; its position in its role (or group), from 1
  process_of,    // child 0: an integer k; the k-th process of `type` (from 1)
  waiting,       // lemmas only: whether the channel from child 0 to child 1 holds the message of message_kind
                 //   whose fields are the other children, undefined or not
};

// all, exists: bool. count: int. sum, maximum, minimum: int. argmax, argmin, any: the element;
// a tie (and `any`) is a choice that the search explores in all ways, so that nothing depends
// on the numbers of processes. comprehension: the set of elements for which the body holds.
enum class Quantifier { all, exists, count, sum, maximum, minimum, argmax, argmin, any, comprehension };

// Quantifiers by the way in which they are evaluated.
enum class QuantifierFamily {
  decision,   // some element decides: all, exists
  fold,       // every element adds something: count, sum, comprehension
  extremum,   // the best value: maximum, minimum
  selection,  // one of the candidates: argmax, argmin, any
};
constexpr QuantifierFamily family_of(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::all:
    case Quantifier::exists:
      return QuantifierFamily::decision;
    case Quantifier::count:
    case Quantifier::sum:
    case Quantifier::comprehension:
      return QuantifierFamily::fold;
    case Quantifier::maximum:
    case Quantifier::minimum:
      return QuantifierFamily::extremum;
    case Quantifier::argmax:
    case Quantifier::argmin:
    case Quantifier::any:
      break;
  }
  return QuantifierFamily::selection;
}

struct Expr {
  ExprKind kind = ExprKind::constant;
  TypeId type;
  Span span;
  std::int64_t value = 0;
  std::int32_t index = 0;
  std::int32_t input = 0;  // message_...: which input of the rule
  RoleId role;
  KindId message_kind;
  LocalId local;
  FunctionId function;
  std::vector<Expr> children;

  // quantifier only. children: body, filter (constant true when none was written), then
  // the domain set if has_domain_set, then the default if has_default. Elements range over
  // the set, or over all values of domain_type. maximum, minimum, argmax, argmin and any of
  // an empty domain take the default, or are a model error without one.
  Quantifier quantifier = Quantifier::all;
  TypeId domain_type;
  bool has_domain_set = false;
  bool has_default = false;
  // Made by faults/kinds/signatures: that there is nothing means a missing signature.
  bool demands_signatures = false;

  [[nodiscard]] const Expr& child(std::size_t i) const { return children[i]; }
  // Null if none was written.
  [[nodiscard]] const Expr* domain_set() const { return has_domain_set ? &children[2] : nullptr; }
};

// A place, which may be undefined when it is read: a variable, status or message field, or a part of one.
inline bool is_place(const Expr& e) {
  switch (e.kind) {
    case ExprKind::variable:
    case ExprKind::status:
    case ExprKind::monitor_variable:
    case ExprKind::field:
    case ExprKind::element:
    case ExprKind::message_field:
      return true;
    default:
      return false;
  }
}

}  // namespace quorate
