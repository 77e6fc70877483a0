// Programs are compared instruction by instruction. Only constants that are loaded or compared with may
// differ: positions of cells, message scalars and tables must be equal, since they become part of the printed
// code.
#include "native/program_family.hpp"

#include <algorithm>

#include "native/program_facts.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

namespace {

bool has_constant(Op op) {
  return op == Op::constant || (op >= Op::equal_constant && op <= Op::greater_equal_constant) ||
         jumps_by_constant(op);
}

// Whether two instructions are equal but for their constants.
bool alike(const Instruction& x, const Instruction& y) {
  if (x.op != y.op || x.a != y.a || x.b != y.b || x.c != y.c) return false;
  if (!has_constant(x.op)) return x.imm == y.imm;
  return !jumps_by_constant(x.op) || jump_target(x) == jump_target(y);
}

VaryingConstant summary(std::size_t column, const std::vector<std::int64_t>& values) {
  VaryingConstant varying{column, INT64_MAX, INT64_MIN, false};
  for (const std::int64_t value : values) {
    if (value == undefined_value) {
      varying.maybe_undefined = true;
    } else {
      varying.low = std::min(varying.low, value);
      varying.high = std::max(varying.high, value);
    }
  }
  return varying;
}

}  // namespace

std::optional<VaryingConstants> varying_constants(const std::vector<const Program*>& programs,
                                                  Columns& columns) {
  const Program& first = *programs.front();
  VaryingConstants varying;
  for (const Program* program : programs) {
    if (program->code.size() != first.code.size() || program->always_true != first.always_true)
      return std::nullopt;
  }
  for (std::size_t pc = 0; pc < first.code.size(); ++pc) {
    std::vector<std::int64_t> values;
    for (const Program* program : programs) {
      if (!alike(first.code[pc], program->code[pc])) return std::nullopt;
      values.push_back(constant_of(program->code[pc]));
    }
    if (!has_constant(first.code[pc].op) ||
        std::ranges::all_of(values, [&](auto v) { return v == values[0]; }))
      continue;
    if (first.code[pc].op != Op::constant && std::ranges::find(values, undefined_value) != values.end())
      return std::nullopt;
    const auto known = std::ranges::find(columns, values);
    const auto column = static_cast<std::size_t>(known - columns.begin());
    if (known == columns.end()) columns.push_back(values);
    varying.emplace(pc, summary(column, values));
  }
  return varying;
}

}  // namespace quorate
