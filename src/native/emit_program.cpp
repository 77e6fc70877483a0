#include "native/emit_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace quorate {

namespace {

// C++ has no literal for the smallest number, which stands for "undefined".
std::string number(std::int64_t value) {
  return value == undefined_value ? "undefined" : fmt::format("{}", value);
}

bool compares_constant(Op op) {
  return op >= Op::jump_equal_constant && op <= Op::jump_greater_equal_constant;
}

bool jumps(Op op) {
  return op >= Op::jump && op <= Op::jump_greater_equal_constant;
}

std::size_t jump_target(const Instruction& i) {
  return compares_constant(i.op) ? static_cast<std::uint32_t>(i.imm) : static_cast<std::size_t>(i.imm);
}

bool reads_message(const Instruction& i) {
  return i.op == Op::field || i.op == Op::field_indexed || i.op == Op::absent;
}

const char* comparison(Op op) {
  switch (op) {
    case Op::equal:
    case Op::equal_constant:
    case Op::jump_equal:
    case Op::jump_equal_constant:
      return "==";
    case Op::not_equal:
    case Op::not_equal_constant:
    case Op::jump_not_equal:
    case Op::jump_not_equal_constant:
      return "!=";
    case Op::less:
    case Op::less_constant:
    case Op::jump_less:
    case Op::jump_less_constant:
      return "<";
    case Op::less_equal:
    case Op::less_equal_constant:
    case Op::jump_less_equal:
    case Op::jump_less_equal_constant:
      return "<=";
    case Op::greater_constant:
    case Op::jump_greater_constant:
      return ">";
    default:
      return ">=";
  }
}

class ProgramPrinter {
 public:
  ProgramPrinter(const Program& program, const ProgramContext& context, ProgramUse use, std::size_t senders,
                 std::size_t known)
      : program_(program),
        layout_(context.layout),
        tables_(context.tables),
        use_(use),
        senders_(senders),
        known_(known),
        state_(use == ProgramUse::effect || use == ProgramUse::observe ? "t" : "s"),
        give_up_(use == ProgramUse::partial ? "return 1;" : "return 2;") {}

  std::string print() {
    declarations();
    std::set<std::size_t> targets;
    for (const Instruction& i : program_.code) {
      if (jumps(i.op)) targets.insert(jump_target(i));
    }
    for (std::size_t pc = 0; pc < program_.code.size(); ++pc) {
      if (targets.contains(pc)) put("L{}:;\n", pc);
      instruction(program_.code[pc]);
    }
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), pattern, std::forward<Arguments>(arguments)...);
  }

  void declarations() {
    for (std::size_t r = 0; r < program_.registers; ++r) put("{}r{}", r == 0 ? "Value " : ", ", r);
    if (program_.registers > 0) put(";\n");
    std::set<std::uint16_t> built;
    for (const Instruction& i : program_.code) {
      if (i.op == Op::clear_message) built.insert(i.a);
    }
    for (const auto m : built) put("Word m{} = 0;\n", m);
  }

  void need(std::uint16_t reg) { put("if (r{} == undefined) {}\n", reg, give_up_); }

  void instruction(const Instruction& i) {
    if (use_ == ProgramUse::partial && reads_message(i) && i.b >= known_ && i.b < senders_) {
      put("return 1;\n");
      return;
    }
    if (jumps(i.op)) return jump(i);
    if (i.op >= Op::negate && i.op <= Op::less_equal) return arithmetic(i);
    if (i.op >= Op::equal_constant && i.op <= Op::greater_equal_constant) {
      need(i.b);
      put("r{} = r{} {} {};\n", i.a, i.b, comparison(i.op), number(i.imm));
      return;
    }
    if (i.op >= Op::singleton && i.op <= Op::set_shift) return set_operation(i);
    if (i.op >= Op::set_field) return message(i);
    access(i);
  }

  void access(const Instruction& i) {
    switch (i.op) {
      case Op::constant:
        put("r{} = {};\n", i.a, number(i.imm));
        break;
      case Op::move:
        put("r{} = r{};\n", i.a, i.b);
        break;
      case Op::load:
        load(i);
        break;
      case Op::load_indexed:
        check_index(fmt::format("r{}", i.b), i.imm, layout_.cells.size());
        put("r{} = load(cells[{} + r{}], {});\n", i.a, i.imm, i.b, state_);
        break;
      case Op::store:
        store(i);
        break;
      case Op::store_indexed:
        check_index(fmt::format("r{}", i.a), i.imm, layout_.cells.size());
        put("if (!store(cells[{} + r{}], t, r{})) {}\n", i.imm, i.a, i.b, give_up_);
        break;
      case Op::field: {
        const MessageCell& cell = layout_.message_cells[static_cast<std::size_t>(i.imm)];
        put("r{} = value((m{} >> {}) & {}ul, {});\n", i.a, i.b, cell.shift, cell.mask, cell.bias);
        break;
      }
      case Op::field_indexed:
        check_index(fmt::format("r{}", i.c), i.imm, layout_.message_cells.size());
        put("r{} = load(message_cells[{} + r{}], &m{});\n", i.a, i.imm, i.c, i.b);
        break;
      case Op::absent:
        put("r{} = a{};\n", i.a, i.b);
        break;
      case Op::index:
        index(i);
        break;
      default:
        control(i);
    }
  }

  void control(const Instruction& i) {
    switch (i.op) {
      case Op::is_undefined:
        put("r{} = r{} == undefined;\n", i.a, i.b);
        break;
      case Op::need_defined:
        need(i.a);
        break;
      case Op::choose:
        put("if (!{}(r{}, r{}, {})) {}\n", use_ == ProgramUse::effect ? "choices.choose" : "choose_only", i.a,
            i.b, i.imm, give_up_);
        break;
      case Op::finish:
        if (state_ == "t") {
          put("return 0;\n");
        } else {
          put("return r{} != 0;\n", i.a);
        }
        break;
      default:  // fail
        put("{}\n", give_up_);
    }
  }

  // The position that an indexed access adds to its base. Index tables keep it inside; nothing else is
  // trusted to.
  void check_index(const std::string& offset, std::int64_t base, std::size_t size) {
    put("if (static_cast<Word>({} + {}) >= {}) {}\n", offset, base, size, give_up_);
  }

  void load(const Instruction& i) {
    const Cell& cell = layout_.cells[static_cast<std::size_t>(i.imm)];
    put("r{} = value(({}[{}] >> {}) & {}ul, {});\n", i.a, state_, cell.word, cell.shift, cell.mask,
        cell.bias);
  }

  void store(const Instruction& i) {
    const Cell& cell = layout_.cells[static_cast<std::size_t>(i.imm)];
    put("if (!in_range({}, {}, {}ul, r{})) {}\n", cell.low, cell.high, cell.members, i.b, give_up_);
    put("t[{}] = (t[{}] & {}ul) | (raw(r{}, {}) << {});\n", cell.word, cell.word, ~(cell.mask << cell.shift),
        i.b, cell.bias, cell.shift);
  }

  void index(const Instruction& i) {
    const IndexTable& table = tables_.indexes[static_cast<std::size_t>(i.imm)];
    need(i.b);
    put("if (static_cast<Word>(r{} - {}) >= {} || table_{}[r{} - {}] < 0) {}\n", i.b, number(table.low),
        table.entries.size(), i.imm, i.b, number(table.low), give_up_);
    put("r{} = table_{}[r{} - {}];\n", i.a, i.imm, i.b, number(table.low));
  }

  void jump(const Instruction& i) {
    const std::size_t target = jump_target(i);
    switch (i.op) {
      case Op::jump:
        put("goto L{};\n", target);
        break;
      case Op::jump_if_false:
        put("if (r{} == 0) goto L{};\n", i.a, target);
        need(i.a);
        break;
      case Op::jump_if_true:
        need(i.a);
        put("if (r{} != 0) goto L{};\n", i.a, target);
        break;
      case Op::jump_if_undefined:
        put("if (r{} == undefined) goto L{};\n", i.a, target);
        break;
      default: {
        need(i.b);
        if (!compares_constant(i.op)) need(i.c);
        const std::string other = compares_constant(i.op) ? number(i.imm >> 32) : fmt::format("r{}", i.c);
        put("if ((r{} {} {}) == {}) goto L{};\n", i.b, comparison(i.op), other, i.a != 0 ? "true" : "false",
            target);
      }
    }
  }

  void arithmetic(const Instruction& i) {
    const bool unary = i.op == Op::negate || i.op == Op::logical_not;
    need(i.b);
    if (!unary) need(i.c);
    const auto checked = [&](const char* function) {
      put("if ({}(r{}, r{}, &r{}) || r{} == undefined) {}\n", function, i.b, i.c, i.a, i.a, give_up_);
    };
    const auto divided = [&](const char* function) {
      put("if (!{}(r{}, r{}, r{})) {}\n", function, i.a, i.b, i.c, give_up_);
    };
    switch (i.op) {
      case Op::negate:
        put("r{} = -r{};\n", i.a, i.b);
        break;
      case Op::logical_not:
        put("r{} = r{} == 0;\n", i.a, i.b);
        break;
      case Op::add:
        return checked("__builtin_add_overflow");
      case Op::subtract:
        return checked("__builtin_sub_overflow");
      case Op::multiply:
        return checked("__builtin_mul_overflow");
      case Op::divide:
        return divided("divide");
      case Op::ceiling_divide:
        return divided("ceiling_divide");
      case Op::modulo:
        return divided("modulo");
      default:
        put("r{} = r{} {} r{};\n", i.a, i.b, comparison(i.op), i.c);
    }
  }

  void set_operation(const Instruction& i) {
    const bool unary = i.op == Op::singleton || i.op == Op::set_size || i.op == Op::set_shift;
    need(i.b);
    if (!unary) need(i.c);
    switch (i.op) {
      case Op::singleton:
        put("if (r{} < {} || r{} - {} >= 62) {}\n", i.b, i.imm, i.b, i.imm, give_up_);
        put("r{} = Value{{1}} << (r{} - {});\n", i.a, i.b, i.imm);
        break;
      case Op::set_union:
        put("r{} = r{} | r{};\n", i.a, i.b, i.c);
        break;
      case Op::set_intersection:
        put("r{} = r{} & r{};\n", i.a, i.b, i.c);
        break;
      case Op::set_difference:
        put("r{} = r{} & ~r{};\n", i.a, i.b, i.c);
        break;
      case Op::subset:
        put("r{} = (r{} & ~r{}) == 0;\n", i.a, i.b, i.c);
        break;
      case Op::member:
        put("r{} = r{} >= {} && r{} - {} < 63 && ((r{} >> (r{} - {})) & 1) != 0;\n", i.a, i.b, i.imm, i.b,
            i.imm, i.c, i.b, i.imm);
        break;
      case Op::set_size:
        put("r{} = __builtin_popcountll(static_cast<Word>(r{}));\n", i.a, i.b);
        break;
      default:
        put("if (!set_shift(r{}, r{}, {})) {}\n", i.a, i.b, i.imm, give_up_);
    }
  }

  void message(const Instruction& i) {
    switch (i.op) {
      case Op::clear_message:
        put("m{} = {}ul;\n", i.a, static_cast<std::uint64_t>(i.imm));
        break;
      case Op::set_field: {
        const MessageCell& cell = layout_.message_cells[static_cast<std::size_t>(i.imm)];
        put("if (!in_range({}, {}, {}ul, r{})) {}\n", cell.low, cell.high, cell.members, i.b, give_up_);
        put("m{} = (m{} & {}ul) | (raw(r{}, {}) << {});\n", i.a, i.a, ~(cell.mask << cell.shift), i.b,
            cell.bias, cell.shift);
        break;
      }
      case Op::send:
        put("if (!post(mail, r{}, m{})) {}\n", i.a, i.b, give_up_);
        break;
      case Op::send_to_set:
        need(i.a);
        put("for (Word rest = static_cast<Word>(r{}); rest != 0; rest &= rest - 1) {{\n", i.a);
        put("if (!post(mail, {} + __builtin_ctzll(rest), m{})) {}\n}}\n", i.imm, i.b, give_up_);
        break;
      default:  // outgoing_field
        put("if (!post_field(mail, r{}, {}, {}ul, message_cells[{}], r{})) {}\n", i.a, i.c,
            layout_.formats[i.c].tag, i.imm, i.b, give_up_);
    }
  }

  const Program& program_;
  const Layout& layout_;
  const ProgramTables& tables_;
  const ProgramUse use_;
  const std::size_t senders_;
  const std::size_t known_;
  const std::string state_;
  const std::string give_up_;
  std::string text_;
};

}  // namespace

std::string program_body(const Program& program, const ProgramContext& context, ProgramUse use,
                         std::size_t senders, std::size_t known) {
  return ProgramPrinter(program, context, use, senders, known).print();
}

bool partial_is_useful(const Program& program, std::size_t known) {
  for (const Instruction& i : program.code) {
    if (reads_message(i) && i.b >= known) return false;
    if (jumps(i.op) && i.op != Op::jump && i.op != Op::jump_if_undefined) return true;
    if (i.op == Op::finish) return true;
  }
  return false;
}

bool has_choice(const Program& program) {
  return std::ranges::any_of(program.code, [](const Instruction& i) { return i.op == Op::choose; });
}

}  // namespace quorate
