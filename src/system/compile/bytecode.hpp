// The register bytecode of guards, effects and predicates. Its semantics is that of interpreter.cpp. It is
// flat, without calls or stack: functions are inlined, rule parameters are constants. Registers hold values
// of scalars and sets, or undefined_value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace quorate {

enum class Op : std::uint16_t {
  constant,       // a := imm
  move,           // a := b
  load,           // a := cell imm
  load_indexed,   // a := cell imm + b
  store,          // cell imm := b (range-checked)
  store_indexed,  // cell imm + a := b (range-checked)
  field,          // a := scalar imm of the message in message register b
  field_indexed,  // a := scalar imm + c of the message in message register b
  absent,         // a := whether the message in message register b is absent
  index,          // a := entry for the value b in index table imm (model error if it has none)
  // Operators: a := b op c. Undefined operands are model errors.
  negate,
  logical_not,
  add,
  subtract,
  multiply,
  divide,
  ceiling_divide,
  modulo,
  equal,
  not_equal,
  less,
  less_equal,
  // Comparisons with a constant: a := b op imm.
  equal_constant,
  not_equal_constant,
  less_constant,
  less_equal_constant,
  greater_constant,
  greater_equal_constant,
  // Sets are bit masks.
  singleton,  // a := {b}: bit b - imm
  set_union,
  set_intersection,
  set_difference,
  subset,     // a := b subset of c
  member,     // a := whether bit b - imm is set in c
  set_size,   // a := number of elements of b
  set_shift,  // a := b shifted left by imm (right if negative): the same elements in another set type
  // Undefined values
  is_undefined,  // a := whether b is undefined
  need_defined,  // model error if a is undefined
  // Control
  jump,           // to imm
  jump_if_false,  // a is false: to imm (undefined: model error)
  jump_if_true,
  jump_if_undefined,
  // A comparison fused with the jump on its result: to imm if (b op c) equals a. With a constant, the upper
  // half of imm is the constant and the lower half the target.
  jump_equal,
  jump_not_equal,
  jump_less,
  jump_less_equal,
  jump_equal_constant,
  jump_not_equal_constant,
  jump_less_constant,
  jump_less_equal_constant,
  jump_greater_constant,
  jump_greater_equal_constant,
  choose,  // a := an element of the set b, whose bit 0 stands for imm; all choices are explored
  fail,    // model error: message imm
  finish,  // the program ends with result a
  // Messages
  set_field,       // message register a: scalar imm := b (range-checked)
  clear_message,   // message register a := empty message with tag imm
  send,            // the message in message register b to process a
  send_to_set,     // to every process whose bit (from imm on) is set in a
  outgoing_field,  // scalar imm of the message to process a := b; c: message kind
};

struct Instruction {
  Op op = Op::finish;
  std::uint16_t a = 0;
  std::uint16_t b = 0;
  std::uint16_t c = 0;
  std::int64_t imm = 0;
};

// Fused comparisons and jumps are in the same order as the comparisons.
inline constexpr int from_comparison_to_jump = static_cast<int>(Op::jump_equal) - static_cast<int>(Op::equal);
inline bool jumps_by_constant(Op op) {
  return op >= Op::jump_equal_constant && op <= Op::jump_greater_equal_constant;
}
inline std::size_t jump_target(const Instruction& i) {
  return jumps_by_constant(i.op) ? static_cast<std::uint32_t>(i.imm) : static_cast<std::size_t>(i.imm);
}
// The constant that an instruction compares with or loads.
inline std::int64_t constant_of(const Instruction& i) {
  return jumps_by_constant(i.op) ? i.imm >> 32 : i.imm;
}

// Maps values to numbers (offsets of array elements, ordinals, processes): entry v - low, or -1 for none.
struct IndexTable {
  std::int64_t low = 0;
  std::vector<std::int64_t> entries;
  std::string what;  // for the model error
};

struct Program {
  std::vector<Instruction> code;
  std::vector<Span> spans;  // [instruction]
  std::size_t registers = 0;
  std::size_t message_registers = 0;
  bool always_true = false;  // a guard that needs no evaluation
  bool always_false = false;
};

// Tables shared by all programs of a system.
struct ProgramTables {
  std::vector<IndexTable> indexes;
  std::vector<std::string> failures;
};

}  // namespace quorate
