// Emits one bytecode program: registers, labels, constants. Knows instructions, not models.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/source.hpp"
#include "system/compile/bytecode.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

// The result of compiling an expression: a constant (undefined_value included) or a register.
struct Operand {
  bool constant = true;
  std::int64_t value = 0;
  std::uint16_t reg = 0;

  static Operand of(std::int64_t number) { return {true, number, 0}; }
  static Operand in(std::uint16_t reg) { return {false, 0, reg}; }
  [[nodiscard]] bool is(std::int64_t number) const { return constant && value == number; }
  [[nodiscard]] bool known() const { return constant && value != undefined_value; }
};

struct Label {
  std::vector<std::size_t> jumps;
};

class ProgramBuilder {
 public:
  // A program that needs as many registers is too large: instructions have 16 bits for one.
  static constexpr std::size_t register_limit = 60000;

  [[nodiscard]] std::uint16_t new_register() {
    if (next_register_ < register_limit) ++next_register_;
    program_.registers = std::max(program_.registers, next_register_);
    return static_cast<std::uint16_t>(next_register_ - 1);
  }
  [[nodiscard]] std::size_t size() const { return program_.code.size(); }
  [[nodiscard]] bool too_large() const { return program_.registers >= register_limit; }
  // After release(m) the registers made since m = mark() are reused.
  [[nodiscard]] std::size_t mark() const { return next_register_; }
  void release(std::size_t mark) { next_register_ = mark; }

  void at(Span span) { span_ = span; }
  [[nodiscard]] Span place() const { return span_; }

  void emit(Op op, std::size_t a = 0, std::size_t b = 0, std::int64_t imm = 0, std::size_t c = 0) {
    program_.code.push_back({op, static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b),
                             static_cast<std::uint16_t>(c), imm});
    program_.spans.push_back(span_);
  }
  // A jump on the result of the comparison that was emitted last is fused with it, if nothing else reads the
  // result.
  void jump(Op op, std::size_t a, Label& label) {
    if (!fuse(op, a)) emit(op, a);
    label.jumps.push_back(program_.code.size() - 1);
  }
  void bind(const Label& label) {
    const auto target = static_cast<std::int64_t>(program_.code.size());
    for (const auto at : label.jumps) {
      std::int64_t& imm = program_.code[at].imm;
      imm = jumps_by_constant(program_.code[at].op) ? (imm & ~std::int64_t{0xFFFF'FFFF}) | target : target;
    }
    last_bound_ = program_.code.size();
  }

  // To be called when a name is bound to a result: the last comparison is then not fused with a jump.
  void keep_results() { last_bound_ = program_.code.size(); }

  std::uint16_t in_register(Operand operand) {
    if (!operand.constant) return operand.reg;
    const auto reg = new_register();
    emit(Op::constant, reg, 0, operand.value);
    return reg;
  }
  void move(std::uint16_t target, Operand operand) {
    if (operand.constant) {
      emit(Op::constant, target, 0, operand.value);
    } else if (operand.reg != target) {
      emit(Op::move, target, operand.reg);
    }
  }

  void uses_messages(std::size_t count) {
    program_.message_registers = std::max(program_.message_registers, count);
  }

  Program finish(Operand result) {
    program_.always_true = program_.code.empty() && result.is(1);
    program_.always_false = program_.code.empty() && result.is(0);
    emit(Op::finish, in_register(result));
    return std::move(program_);
  }

 private:
  bool fuse(Op op, std::size_t a) {
    if (op != Op::jump_if_false && op != Op::jump_if_true) return false;
    if (program_.code.empty() || last_bound_ == program_.code.size()) return false;
    Instruction& last = program_.code.back();
    if (last.op < Op::equal || last.op > Op::greater_equal_constant || last.a != a) return false;
    const bool constant = last.op >= Op::equal_constant;
    if (constant && last.imm != static_cast<std::int32_t>(last.imm)) return false;
    last.op = static_cast<Op>(static_cast<int>(last.op) + from_comparison_to_jump);
    last.a = op == Op::jump_if_true ? 1 : 0;
    if (constant) last.imm = static_cast<std::int64_t>(static_cast<std::uint64_t>(last.imm) << 32);
    return true;
  }

  Program program_;
  std::size_t last_bound_ = SIZE_MAX;
  std::size_t next_register_ = 0;
  Span span_;
};

}  // namespace quorate
