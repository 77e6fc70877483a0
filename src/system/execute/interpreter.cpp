// A plain loop over a switch. The operations that most guards consist of are in the loop itself; all others
// are in functions that return false on a model error. An undefined operand, a value outside of its type and
// a number outside of 64 bits are model errors with the place in the text, never a default value. Arithmetic
// is that of model/arithmetic.hpp, which all engines share. Backward jumps ask the budget, since a loop may
// be long.
#include "system/execute/interpreter.hpp"

#include <fmt/format.h>

#include <bit>

#include "base/budget.hpp"

namespace quorate {

namespace {

constexpr std::int32_t sent_whole = 1 << 16;  // in Machine::outgoing_kind: made by `send`, complete

class Execution {
 public:
  Execution(const Interpreter& interpreter, const Program& program, Machine& machine)
      : layout_(interpreter.layout),
        tables_(interpreter.tables),
        model_(interpreter.model),
        program_(program),
        machine_(machine),
        r_(machine.registers.data()) {}

  std::int64_t run() {
    const Instruction* const code = program_.code.data();
    for (std::size_t pc = 0;; ++pc) {
      const Instruction& i = code[pc];
      pc_ = pc;
      switch (i.op) {
        case Op::constant:
          r_[i.a] = i.imm;
          break;
        case Op::move:
          r_[i.a] = r_[i.b];
          break;
        case Op::load:
          r_[i.a] = load(layout_.cells[i.imm], machine_.state);
          break;
        case Op::load_indexed:
          r_[i.a] = load(layout_.cells[i.imm + r_[i.b]], machine_.state);
          break;
        case Op::field:
          r_[i.a] = message_scalar(layout_.message_cells[i.imm], i.b);
          break;
        case Op::jump:
          if (static_cast<std::size_t>(i.imm) <= pc) Budget::ask();  // a loop may be long
          pc = static_cast<std::size_t>(i.imm) - 1;
          break;
        case Op::jump_if_false:
          if (r_[i.a] == undefined_value) return undefined_read();
          if (r_[i.a] == 0) pc = static_cast<std::size_t>(i.imm) - 1;
          break;
        case Op::jump_if_true:
          if (r_[i.a] == undefined_value) return undefined_read();
          if (r_[i.a] != 0) pc = static_cast<std::size_t>(i.imm) - 1;
          break;
        case Op::jump_if_undefined:
          if (r_[i.a] == undefined_value) pc = static_cast<std::size_t>(i.imm) - 1;
          break;
        case Op::jump_equal:
        case Op::jump_not_equal:
        case Op::jump_less:
        case Op::jump_less_equal:
          if (!jump_by(i, r_[i.c], static_cast<std::size_t>(i.imm), pc)) return 0;
          break;
        case Op::jump_equal_constant:
        case Op::jump_not_equal_constant:
        case Op::jump_less_constant:
        case Op::jump_less_equal_constant:
        case Op::jump_greater_constant:
        case Op::jump_greater_equal_constant:
          if (!jump_by(i, i.imm >> 32, static_cast<std::uint32_t>(i.imm), pc)) return 0;
          break;
        case Op::finish:
          return r_[i.a];
        default:
          if (!(is_operator(i.op) ? operate(i) : act(i))) return 0;
      }
    }
  }

 private:
  static bool is_operator(Op op) { return op >= Op::negate && op <= Op::set_shift; }

  // Instructions that are neither jumps nor operators. False on a model error, as in all functions below.
  bool act(const Instruction& i) {
    switch (i.op) {
      case Op::store:
        return store_checked(layout_.cells[i.imm], r_[i.b]);
      case Op::store_indexed:
        return store_checked(layout_.cells[i.imm + r_[i.a]], r_[i.b]);
      case Op::field_indexed:
        r_[i.a] = message_scalar(layout_.message_cells[i.imm + r_[i.c]], i.b);
        return true;
      case Op::absent:
        r_[i.a] = machine_.messages[i.b].absent ? 1 : 0;
        return true;
      case Op::is_undefined:
        r_[i.a] = r_[i.b] == undefined_value ? 1 : 0;
        return true;
      case Op::need_defined:
        return r_[i.a] != undefined_value || undefined_read() != 0;
      case Op::fail:
        return fail(tables_.failures[i.imm]) != 0;
      case Op::choose:
        return choose(i);
      case Op::index:
        return lookup(i);
      case Op::clear_message:
        machine_.messages[i.a] = {static_cast<std::uint64_t>(i.imm), false};
        return true;
      case Op::set_field:
        return set_scalar(machine_.messages[i.a].code, layout_.message_cells[i.imm], r_[i.b]);
      case Op::send:
        if (r_[i.a] == undefined_value) return undefined_read() != 0;
        return send(r_[i.a], machine_.messages[i.b].code);
      case Op::send_to_set:
        return send_to_set(i);
      default:
        return outgoing_field(i);
    }
  }

  // Sets pc to the instruction before the target, since the loop adds one.
  bool jump_by(const Instruction& i, std::int64_t c, std::size_t target, std::size_t& pc) {
    const std::int64_t b = r_[i.b];
    if (b == undefined_value || c == undefined_value) return undefined_read() != 0;
    if (compare(i.op, b, c) == (i.a != 0)) pc = target - 1;
    return true;
  }
  static bool compare(Op op, std::int64_t b, std::int64_t c) {
    switch (op) {
      case Op::jump_equal:
      case Op::jump_equal_constant:
        return b == c;
      case Op::jump_not_equal:
      case Op::jump_not_equal_constant:
        return b != c;
      case Op::jump_less:
      case Op::jump_less_constant:
        return b < c;
      case Op::jump_less_equal:
      case Op::jump_less_equal_constant:
        return b <= c;
      case Op::jump_greater_constant:
        return b > c;
      default:
        return b >= c;
    }
  }

  std::int64_t fail(std::string message) {
    *machine_.failure = {std::move(message), program_.spans[pc_]};
    return 0;
  }
  std::int64_t undefined_read() { return fail("an undefined value is used here"); }

  bool in_range(std::int64_t low, std::int64_t high, std::uint64_t members, std::int64_t value) {
    if (value == undefined_value) return true;
    if (value < low || value > high) return false;
    return members == 0 || ((members >> value) & 1) != 0;
  }

  // A function of its own, so that the check that is made for every value stays small and is inlined.
  [[gnu::noinline]] bool fail_outside(TypeId type, std::int64_t value) {
    const Type& t = model_.type(type);
    if (t.kind == TypeKind::process) {
      return fail(fmt::format("{} is not a process of the type that it is assigned to",
                              model_.process_name(ProcessId(value)))) != 0;
    }
    if (t.kind == TypeKind::set)
      return fail("a set is assigned that has elements outside the variable's type") != 0;
    return fail(fmt::format("the value {} is outside the range {}..{}", value, t.low, t.high)) != 0;
  }

  bool store_checked(const Cell& cell, std::int64_t value) {
    if (!in_range(cell.low, cell.high, cell.members, value)) return fail_outside(cell.type, value);
    store(cell, machine_.state, value);
    return true;
  }

  std::int64_t message_scalar(const MessageCell& cell, std::size_t message) {
    return decoded((machine_.messages[message].code >> cell.shift) & cell.mask, cell.bias);
  }

  bool set_scalar(std::uint64_t& code, const MessageCell& cell, std::int64_t value) {
    if (!in_range(cell.low, cell.high, cell.members, value)) return fail_outside(cell.type, value);
    const std::uint64_t raw = value == undefined_value ? 0 : static_cast<std::uint64_t>(value - cell.bias);
    code = (code & ~(cell.mask << cell.shift)) | (raw << cell.shift);
    return true;
  }

  bool lookup(const Instruction& i) {
    if (r_[i.b] == undefined_value) return undefined_read() != 0;
    const IndexTable& table = tables_.indexes[i.imm];
    std::int64_t position = 0;
    if (!arithmetic::position(r_[i.b], table.low, table.entries.size(), position) ||
        table.entries[position] < 0) {
      return fail(fmt::format("the value {} is no {}", r_[i.b], table.what)) != 0;
    }
    r_[i.a] = table.entries[position];
    return true;
  }

  bool choose(const Instruction& i) {
    auto candidates = static_cast<std::uint64_t>(r_[i.b]);
    const auto size = static_cast<std::uint32_t>(std::popcount(candidates));
    if (size > 1 && machine_.choices == nullptr) {
      return fail("several candidates tie here, and a choice is possible only in the body of a rule") != 0;
    }
    std::uint32_t skip = size > 1 ? machine_.choices->next(size) : 0;
    for (; skip > 0; --skip) candidates &= candidates - 1;
    r_[i.a] = i.imm + std::countr_zero(candidates);
    return true;
  }

  bool to_nobody(std::int64_t recipient) const {
    return recipient == machine_.self && !model_.channels.loopback;
  }

  bool send(std::int64_t recipient, std::uint64_t code) {
    if (to_nobody(recipient)) return fail("a process sends a message to itself") != 0;
    if (machine_.outgoing_kind[recipient] >= 0) {
      if (model_.channels.several) {
        machine_.outgoing_more.emplace_back(recipient, code);
        return true;
      }
      return fail(fmt::format("two messages to {} in one step", model_.process_name(ProcessId(recipient)))) !=
             0;
    }
    machine_.outgoing[recipient] = code;
    machine_.outgoing_kind[recipient] = sent_whole;
    return true;
  }

  bool send_to_set(const Instruction& i) {
    if (r_[i.a] == undefined_value) return undefined_read() != 0;
    for (auto rest = static_cast<std::uint64_t>(r_[i.a]); rest != 0; rest &= rest - 1) {
      if (!send(i.imm + std::countr_zero(rest), machine_.messages[i.b].code)) return false;
    }
    return true;
  }

  bool outgoing_field(const Instruction& i) {
    const std::int64_t recipient = r_[i.a];
    if (recipient == undefined_value) return undefined_read() != 0;
    if (to_nobody(recipient)) return fail("a process sends a message to itself") != 0;
    std::int32_t& kind = machine_.outgoing_kind[recipient];
    if (kind >= 0 && kind != i.c) {
      return fail(fmt::format("two messages to {} in one step", model_.process_name(ProcessId(recipient)))) !=
             0;
    }
    if (kind < 0) {
      kind = i.c;
      machine_.outgoing[recipient] = layout_.formats[i.c].tag;
    }
    return set_scalar(machine_.outgoing[recipient], layout_.message_cells[i.imm], r_[i.b]);
  }

  bool operate(const Instruction& i) {
    const std::int64_t b = r_[i.b];
    const bool unary = i.op == Op::negate || i.op == Op::logical_not || i.op == Op::singleton ||
                       i.op == Op::set_size || i.op == Op::set_shift ||
                       (i.op >= Op::equal_constant && i.op <= Op::greater_equal_constant);
    const std::int64_t c = unary ? 0 : r_[i.c];
    if (b == undefined_value || c == undefined_value) return undefined_read() != 0;
    std::int64_t& a = r_[i.a];
    switch (i.op) {
      case Op::logical_not:
        a = b == 0 ? 1 : 0;
        return true;
      case Op::equal:
        a = b == c ? 1 : 0;
        return true;
      case Op::not_equal:
        a = b != c ? 1 : 0;
        return true;
      case Op::less:
        a = b < c ? 1 : 0;
        return true;
      case Op::less_equal:
        a = b <= c ? 1 : 0;
        return true;
      case Op::equal_constant:
        a = b == i.imm ? 1 : 0;
        return true;
      case Op::not_equal_constant:
        a = b != i.imm ? 1 : 0;
        return true;
      case Op::less_constant:
        a = b < i.imm ? 1 : 0;
        return true;
      case Op::less_equal_constant:
        a = b <= i.imm ? 1 : 0;
        return true;
      case Op::greater_constant:
        a = b > i.imm ? 1 : 0;
        return true;
      case Op::greater_equal_constant:
        a = b >= i.imm ? 1 : 0;
        return true;
      default:
        return i.op >= Op::singleton ? operate_on_sets(i, a, b, c) : calculate(i.op, a, b, c);
    }
  }

  bool operate_on_sets(const Instruction& i, std::int64_t& a, std::int64_t b, std::int64_t c) {
    switch (i.op) {
      case Op::set_union:
        a = b | c;
        return true;
      case Op::set_intersection:
        a = b & c;
        return true;
      case Op::set_difference:
        a = b & ~c;
        return true;
      case Op::subset:
        a = (b & ~c) == 0 ? 1 : 0;
        return true;
      case Op::member:
        a = arithmetic::has_element(c, i.imm, b) ? 1 : 0;
        return true;
      case Op::set_size:
        a = std::popcount(static_cast<std::uint64_t>(b));
        return true;
      case Op::singleton:
        return singleton(a, b, i.imm);
      default:
        return shift_set(a, b, i.imm);
    }
  }

  bool singleton(std::int64_t& a, std::int64_t element, std::int64_t low) {
    if (!arithmetic::singleton(element, low, a)) return fail("a set element is outside the set's type") != 0;
    return true;
  }

  bool shift_set(std::int64_t& a, std::int64_t set, std::int64_t distance) {
    const std::int64_t moved = distance >= 0 ? set << distance : set >> -distance;
    const std::int64_t back = distance >= 0 ? moved >> distance : moved << -distance;
    if (back != set || moved < 0) return fail("a set has elements outside the type it is used as") != 0;
    a = moved;
    return true;
  }

  bool calculate(Op op, std::int64_t& a, std::int64_t b, std::int64_t c) {
    const bool divides = op == Op::divide || op == Op::ceiling_divide || op == Op::modulo;
    if (divides && c == 0) return fail("division by zero") != 0;
    if (!result_of(op, a, b, c)) return fail("a number leaves the 64-bit range") != 0;
    return true;
  }

  static bool result_of(Op op, std::int64_t& a, std::int64_t b, std::int64_t c) {
    switch (op) {
      case Op::add:
        return arithmetic::add(b, c, a);
      case Op::subtract:
        return arithmetic::subtract(b, c, a);
      case Op::negate:
        return arithmetic::negate(b, a);
      case Op::multiply:
        return arithmetic::multiply(b, c, a);
      case Op::divide:
        return arithmetic::divide(b, c, a);
      case Op::ceiling_divide:
        return arithmetic::ceiling_divide(b, c, a);
      default:
        return arithmetic::modulo(b, c, a);
    }
  }

  const Layout& layout_;
  const ProgramTables& tables_;
  const Model& model_;
  const Program& program_;
  Machine& machine_;
  std::int64_t* const r_;
  std::size_t pc_ = 0;
};

}  // namespace

std::int64_t Interpreter::run(const Program& program, Machine& machine) const {
  if (machine.registers.size() < program.registers) machine.registers.resize(program.registers);
  if (machine.messages.size() < program.message_registers) machine.messages.resize(program.message_registers);
  return Execution(*this, program, machine).run();
}

}  // namespace quorate
