// From bytecode to C++, one instruction after the other, with labels for jumps: the bytecode has folded
// constants, unrolled loops and resolved every cell already, so that both engines share that work. Tests that
// cannot fail by program_facts, and code that cannot be reached, are not printed. An emitted function never
// reports a model error: it gives up, and the interpreter does the state from its beginning. So messages,
// places in the text and the order of errors are known to the interpreter alone.
#include "native/emit_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "native/program_facts.hpp"

namespace quorate {

namespace {

// C++ has no literal for the smallest integer, which means "undefined".
std::string number(std::int64_t value) {
  return value == undefined_value ? "undefined" : fmt::format("{}", value);
}

bool reads_message(const Instruction& i) {
  return i.op == Op::field || i.op == Op::field_indexed || i.op == Op::absent;
}

class ProgramPrinter {
 public:
  ProgramPrinter(const Program& program, const ProgramContext& context, ProgramUse use, std::size_t senders,
                 std::size_t known, const VaryingConstants& varying)
      : program_(program),
        layout_(context.layout),
        tables_(context.tables),
        use_(use),
        senders_(senders),
        known_(known),
        varying_(varying),
        facts_(program, context.layout, context.tables, varying),
        state_(use == ProgramUse::effect || use == ProgramUse::observe ? "t" : "s"),
        give_up_(use == ProgramUse::partial ? "return 1;" : "return 2;") {}

  std::string print() {
    declarations();
    std::set<std::size_t> targets;
    for (std::size_t pc = 0; pc < program_.code.size(); ++pc) {
      if (facts_.reachable(pc) && is_jump(program_.code[pc].op) && facts_.ways(pc).jumps)
        targets.insert(jump_target(program_.code[pc]));
    }
    for (pc_ = 0; pc_ < program_.code.size(); ++pc_) {
      if (!facts_.reachable(pc_)) continue;
      if (targets.contains(pc_)) put("L{}:;\n", pc_);
      instruction(program_.code[pc_]);
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

  [[nodiscard]] const RegisterFact& fact(std::uint16_t reg) const { return facts_.before(pc_, reg); }

  // The constant of the present instruction.
  [[nodiscard]] std::string constant() const {
    const auto found = varying_.find(pc_);
    if (found != varying_.end()) return fmt::format("k[{}]", found->second.column);
    return number(constant_of(program_.code[pc_]));
  }

  // The register, or its value if that is constant.
  [[nodiscard]] std::string reg(std::uint16_t number_of) const {
    if (fact(number_of).constant()) return number(fact(number_of).low);
    return fmt::format("r{}", number_of);
  }

  void need(std::uint16_t reg) {
    if (fact(reg).maybe_undefined) put("if (r{} == undefined) {}\n", reg, give_up_);
  }

  // The test that a value belongs to a cell.
  template <typename CellLike>
  void need_range(const CellLike& cell, std::uint16_t from) {
    const RegisterFact& known = fact(from);
    if (known.surely_undefined() || (cell.members == 0 && known.within(cell.low, cell.high))) return;
    put("if (!in_range({}, {}, {}ul, {})) {}\n", cell.low, cell.high, cell.members, reg(from), give_up_);
  }

  // The expression for the bits of a value in a cell.
  template <typename CellLike>
  [[nodiscard]] std::string bits(const CellLike& cell, std::uint16_t from) const {
    const RegisterFact& known = fact(from);
    if (known.surely_undefined()) return "";
    if (known.constant() && known.within(cell.low, cell.high))
      return fmt::format(" | {}ul", static_cast<std::uint64_t>(known.low - cell.bias) << cell.shift);
    if (!known.maybe_undefined)
      return fmt::format(" | static_cast<Word>({} - {}) << {}", reg(from), number(cell.bias), cell.shift);
    return fmt::format(" | raw(r{}, {}) << {}", from, number(cell.bias), cell.shift);
  }

  void instruction(const Instruction& i) {
    if (use_ == ProgramUse::partial && reads_message(i) && i.b >= known_ && i.b < senders_) {
      put("return 1;\n");
      return;
    }
    if (is_jump(i.op)) return jump(i);
    if (i.op >= Op::negate && i.op <= Op::less_equal) return arithmetic(i);
    if (i.op >= Op::equal_constant && i.op <= Op::greater_equal_constant) {
      need(i.b);
      put("r{} = {} {} {};\n", i.a, reg(i.b), comparison(i.op), constant());
      return;
    }
    if (i.op >= Op::singleton && i.op <= Op::set_shift) return set_operation(i);
    if (i.op >= Op::set_field) return message(i);
    access(i);
  }

  void access(const Instruction& i) {
    switch (i.op) {
      case Op::constant:
        put("r{} = {};\n", i.a, constant());
        break;
      case Op::move:
        put("r{} = {};\n", i.a, reg(i.b));
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

  // The bounds check of an indexed access. Index tables give valid positions, but this is not relied upon.
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
    need_range(cell, i.b);
    put("t[{}] = (t[{}] & {}ul){};\n", cell.word, cell.word, ~(cell.mask << cell.shift), bits(cell, i.b));
  }

  void index(const Instruction& i) {
    const IndexTable& table = tables_.indexes[static_cast<std::size_t>(i.imm)];
    need(i.b);
    put("if (!arithmetic::position(r{0}, {1}, {2}, r{3}) || (r{3} = table_{4}[r{3}]) < 0) {5}\n", i.b,
        number(table.low), table.entries.size(), i.a, i.imm, give_up_);
  }

  void jump(const Instruction& i) {
    const std::size_t target = jump_target(i);
    const ProgramFacts::Ways open = facts_.ways(pc_);
    if (!open.jumps) {
      // That the jump falls through was derived for defined operands only.
      if (i.op >= Op::jump_equal) need_compared(i);
      return;
    }
    const std::string go = fmt::format("goto L{};\n", target);
    switch (i.op) {
      case Op::jump:
        if (target <= pc_) put("if (*spent != 0) {}\n", give_up_);
        put("{}", go);
        break;
      case Op::jump_if_false:
        put("{}{}", open.falls ? fmt::format("if ({} == 0) ", reg(i.a)) : "", go);
        if (open.falls) need(i.a);
        break;
      case Op::jump_if_true:
        need(i.a);
        put("{}{}", open.falls ? fmt::format("if ({} != 0) ", reg(i.a)) : "", go);
        break;
      case Op::jump_if_undefined:
        put("{}{}", open.falls ? fmt::format("if (r{} == undefined) ", i.a) : "", go);
        break;
      default: {
        need_compared(i);
        const std::string other = jumps_by_constant(i.op) ? constant() : reg(i.c);
        if (open.falls) put("if ({}({} {} {})) ", i.a != 0 ? "" : "!", reg(i.b), comparison(i.op), other);
        put("{}", go);
      }
    }
  }

  void need_compared(const Instruction& i) {
    need(i.b);
    if (!jumps_by_constant(i.op)) need(i.c);
  }

  void arithmetic(const Instruction& i) {
    constexpr std::int64_t limit = std::int64_t{1} << 30;  // operands whose results always fit into 64 bits
    const bool unary = i.op == Op::negate || i.op == Op::logical_not;
    need(i.b);
    if (!unary) need(i.c);
    const auto checked = [&](const char* function, const char* plain) {
      const bool small = fact(i.b).within(-limit, limit) && fact(i.c).within(-limit, limit);
      if (small) return put("r{} = {} {} {};\n", i.a, reg(i.b), plain, reg(i.c));
      put("if (!arithmetic::{}(r{}, r{}, r{})) {}\n", function, i.b, i.c, i.a, give_up_);
    };
    const auto divided = [&](const char* function) {
      put("if (!arithmetic::{}(r{}, r{}, r{})) {}\n", function, i.b, i.c, i.a, give_up_);
    };
    switch (i.op) {
      case Op::negate:
        put("r{} = -r{};\n", i.a, i.b);
        break;
      case Op::logical_not:
        put("r{} = r{} == 0;\n", i.a, i.b);
        break;
      case Op::add:
        return checked("add", "+");
      case Op::subtract:
        return checked("subtract", "-");
      case Op::multiply:
        return checked("multiply", "*");
      case Op::divide:
        return divided("divide");
      case Op::ceiling_divide:
        return divided("ceiling_divide");
      case Op::modulo:
        return divided("modulo");
      default:
        put("r{} = {} {} {};\n", i.a, reg(i.b), comparison(i.op), reg(i.c));
    }
  }

  static bool fits_set(const RegisterFact& element, std::int64_t low) {
    std::int64_t bit = 0;
    return !element.surely_undefined() && arithmetic::singleton(element.low, low, bit) &&
           arithmetic::singleton(element.high, low, bit);
  }

  void set_operation(const Instruction& i) {
    const bool unary = i.op == Op::singleton || i.op == Op::set_size || i.op == Op::set_shift;
    need(i.b);
    if (!unary) need(i.c);
    switch (i.op) {
      case Op::singleton:
        if (!fits_set(fact(i.b), i.imm))
          put("if (!arithmetic::singleton(r{}, {}, r{})) {}\n", i.b, i.imm, i.a, give_up_);
        else
          put("r{} = Value{{1}} << ({} - {});\n", i.a, reg(i.b), i.imm);
        break;
      case Op::set_union:
        put("r{} = {} | {};\n", i.a, reg(i.b), reg(i.c));
        break;
      case Op::set_intersection:
        put("r{} = {} & {};\n", i.a, reg(i.b), reg(i.c));
        break;
      case Op::set_difference:
        put("r{} = r{} & ~r{};\n", i.a, i.b, i.c);
        break;
      case Op::subset:
        put("r{} = (r{} & ~r{}) == 0;\n", i.a, i.b, i.c);
        break;
      case Op::member:
        put("r{} = arithmetic::has_element(r{}, {}, r{});\n", i.a, i.c, i.imm, i.b);
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
        need_range(cell, i.b);
        put("m{} = (m{} & {}ul){};\n", i.a, i.a, ~(cell.mask << cell.shift), bits(cell, i.b));
        break;
      }
      case Op::send:
        put("if (!post(mail, {}, m{})) {}\n", reg(i.a), i.b, give_up_);
        break;
      case Op::send_to_set:
        need(i.a);
        put("for (Word rest = static_cast<Word>(r{}); rest != 0; rest &= rest - 1) {{\n", i.a);
        put("if (!post(mail, {} + __builtin_ctzll(rest), m{})) {}\n}}\n", i.imm, i.b, give_up_);
        break;
      default:  // outgoing_field
        put("if (!post_field(mail, {}, {}, {}ul, message_cells[{}], {})) {}\n", reg(i.a), i.c,
            layout_.formats[i.c].tag, i.imm, reg(i.b), give_up_);
    }
  }

  const Program& program_;
  const Layout& layout_;
  const ProgramTables& tables_;
  const ProgramUse use_;
  const std::size_t senders_;
  const std::size_t known_;
  const VaryingConstants& varying_;
  const ProgramFacts facts_;
  std::size_t pc_ = 0;
  const std::string state_;
  const std::string give_up_;
  std::string text_;
};

}  // namespace

std::string program_body(const Program& program, const ProgramContext& context, ProgramUse use,
                         std::size_t senders, std::size_t known, const VaryingConstants& varying) {
  return ProgramPrinter(program, context, use, senders, known, varying).print();
}

bool partial_is_useful(const Program& program, std::size_t known) {
  for (const Instruction& i : program.code) {
    if (reads_message(i) && i.b >= known) return false;
    if (is_jump(i.op) && i.op != Op::jump && i.op != Op::jump_if_undefined) return true;
    if (i.op == Op::finish) return true;
  }
  return false;
}

bool has_choice(const Program& program) {
  return std::ranges::any_of(program.code, [](const Instruction& i) { return i.op == Op::choose; });
}

}  // namespace quorate
