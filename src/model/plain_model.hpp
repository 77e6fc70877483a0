// Promela of a fixed size, as SPIN reads it: processes with their own control flow, variables of C's sizes,
// one statement at a time. Plain values with every name resolved; of texts it knows only places.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/threshold_model.hpp"

namespace quorate {

enum class PlainOperator {
  constant,
  variable,  // operands: the index, if it is an array
  at_label,  // whether the process `instance` is at the location `value`
  length,    // how many messages are in the channel `variable`
  negate,
  complement,
  logical_not,
  times,
  divide,
  remainder,
  plus,
  minus,
  shift_left,
  shift_right,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  bit_and,
  bit_xor,
  bit_or,
  logical_and,
  logical_or,
  conditional,  // (a -> b : c)
};

// The scope of a variable: global, local to the executing process, or local to a named instance (in
// formulas).
enum class PlainScope { global, own, instance };

struct PlainExpression {
  PlainOperator op = PlainOperator::constant;
  Span span;
  std::int64_t value = 0;
  PlainScope scope = PlainScope::global;
  std::int32_t variable = -1;  // position in its scope
  std::int32_t instance = -1;
  std::vector<PlainExpression> operands;
};

struct PlainVariable {
  std::string name;
  Span span;
  std::uint32_t bits = 8;
  bool is_signed = false;
  bool is_mtype = false;
  std::int32_t length = 0;  // of an array; 0: no array
  std::int64_t initial = 0;

  [[nodiscard]] std::size_t elements() const { return length == 0 ? 1 : static_cast<std::size_t>(length); }
};

// A buffered channel that all processes share.
struct PlainChannel {
  std::string name;
  Span span;
  std::int32_t capacity = 1;
  std::vector<PlainVariable> fields;  // of a message
};

struct PlainArgument {
  enum class Kind { value, variable, any } kind = Kind::value;
  PlainExpression expression;
};

enum class PlainAction { nothing, guard, assign, check, send, receive };

struct PlainStep {
  std::int32_t from = 0;
  std::int32_t to = 0;
  PlainAction action = PlainAction::nothing;
  PlainExpression target;                // assign
  PlainExpression expression;            // guard, assign, check
  std::int32_t channel = -1;             // send, receive
  std::vector<PlainArgument> arguments;  // send: the message; receive: values must match, variables are set
  std::vector<std::int32_t> choices;     // selections of which it is the first statement of a branch
  std::int32_t else_of = -1;             // the selection, if it is `else`
  bool stays_atomic = false;             // the same process continues, if it can
  bool stays_in_d_step = false;          // the same process continues within the same step
  Span span;
};

struct PlainProcess {
  std::string name;
  Span span;
  std::int32_t count = 1;
  std::vector<PlainVariable> locals;
  std::int32_t locations = 0;
  std::int32_t entry = 0;
  std::vector<PlainStep> steps;  // sorted by `from`; those of one location in the order of the text
  std::vector<Span> places;      // [location]: the statement that begins there
};

struct PlainProperty {
  std::string name;
  Span span;
  TemporalFormula formula;  // a proposition is a position in PlainModel::propositions
};

struct PlainModel {
  std::string name;
  std::vector<PlainVariable> globals;
  std::vector<PlainChannel> channels;
  std::vector<PlainProcess> processes;
  std::vector<PlainExpression> propositions;
  std::vector<PlainProperty> properties;
  std::map<std::int64_t, std::string> mtype_names;
  bool has_assertions = false;

  [[nodiscard]] std::size_t instances() const {
    std::size_t count = 0;
    for (const auto& process : processes) count += static_cast<std::size_t>(process.count);
    return count;
  }
};

}  // namespace quorate
