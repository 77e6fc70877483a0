// A forward dataflow analysis with intervals: where paths join, a register gets the smallest interval that
// contains both. In loops intervals could grow for long, so that after some visits of an instruction a
// register that still changes is widened to "anything". That a cell holds a value of its range is guaranteed
// by range-checked stores.
#include "native/program_facts.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "native/native_text.hpp"

namespace quorate {

namespace {

constexpr std::uint32_t patience = 8;  // visits of an instruction before changing facts are widened

bool writes_register(Op op) {
  switch (op) {
    case Op::store:
    case Op::store_indexed:
    case Op::need_defined:
    case Op::fail:
    case Op::finish:
    case Op::set_field:
    case Op::clear_message:
    case Op::send:
    case Op::send_to_set:
    case Op::outgoing_field:
      return false;
    default:
      return !is_jump(op);
  }
}

// After the instruction the operands that it needs are defined.
void need_operands(const Instruction& i, std::vector<RegisterFact>& facts) {
  const auto need = [&](std::uint16_t reg) { facts[reg].maybe_undefined = false; };
  const bool binary = (i.op >= Op::add && i.op <= Op::less_equal) ||
                      (i.op >= Op::set_union && i.op <= Op::member) ||
                      (i.op >= Op::jump_equal && i.op <= Op::jump_less_equal);
  if ((i.op >= Op::negate && i.op <= Op::set_shift) || i.op == Op::index ||
      (i.op >= Op::jump_equal && i.op <= Op::jump_greater_equal_constant)) {
    need(i.b);
  }
  if (binary) need(i.c);
  if (i.op == Op::need_defined || i.op == Op::jump_if_false || i.op == Op::jump_if_true ||
      i.op == Op::send_to_set || i.op == Op::send || i.op == Op::outgoing_field) {
    need(i.a);
  }
}

RegisterFact joined(const RegisterFact& a, const RegisterFact& b) {
  const bool undefined = a.maybe_undefined || b.maybe_undefined;
  if (a.surely_undefined()) return {b.low, b.high, undefined};
  if (b.surely_undefined()) return {a.low, a.high, undefined};
  return {std::min(a.low, b.low), std::max(a.high, b.high), undefined};
}

template <typename CellLike>
RegisterFact content(const CellLike& cell) {
  return {cell.low, cell.high, true};
}

// Whether b `op` c is true for all values, false for all values, or neither.
std::optional<bool> decided(const char* op, const RegisterFact& b, const RegisterFact& c) {
  if (std::strcmp(op, ">") == 0) return decided("<", c, b);
  if (std::strcmp(op, ">=") == 0) return decided("<=", c, b);
  const auto negated = [](std::optional<bool> answer) { return answer ? std::optional(!*answer) : answer; };
  if (std::strcmp(op, "!=") == 0) return negated(decided("==", b, c));
  if (std::strcmp(op, "==") == 0) {
    if (b.low == b.high && c.low == c.high && b.low == c.low) return true;
    if (b.high < c.low || c.high < b.low) return false;
    return std::nullopt;
  }
  const bool strict = std::strcmp(op, "<") == 0;
  if (strict ? b.high < c.low : b.high <= c.low) return true;
  if (strict ? b.low >= c.high : b.low > c.high) return false;
  return std::nullopt;
}

RegisterFact truth(std::optional<bool> answer) {
  return answer ? RegisterFact::of(*answer ? 1 : 0) : RegisterFact::defined(0, 1);
}

RegisterFact added(const RegisterFact& b, const RegisterFact& c, bool subtract) {
  std::int64_t low = 0;
  std::int64_t high = 0;
  const bool inside =
      subtract ? arithmetic::subtract(b.low, c.high, low) && arithmetic::subtract(b.high, c.low, high)
               : arithmetic::add(b.low, c.low, low) && arithmetic::add(b.high, c.high, high);
  return inside ? RegisterFact::defined(low, high) : RegisterFact::integer();
}

}  // namespace

bool is_jump(Op op) {
  return op >= Op::jump && op <= Op::jump_greater_equal_constant;
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

ProgramFacts::ProgramFacts(const Program& program, const Layout& layout, const ProgramTables& tables,
                           const VaryingConstants& varying)
    : program_(program),
      layout_(layout),
      tables_(tables),
      varying_(varying),
      before_(program.code.size()),
      visits_(program.code.size(), 0) {
  if (program.code.size() * program.registers > most_program_facts) throw TooLargeToCompile{};
  std::vector<std::size_t> work;
  arrive(0, Facts(std::max<std::size_t>(1, program.registers)), work);
  while (!work.empty()) {
    const std::size_t pc = work.back();
    work.pop_back();
    flow(pc, work);
  }
}

void ProgramFacts::arrive(std::size_t pc, const Facts& facts, std::vector<std::size_t>& work) {
  if (pc >= before_.size()) return;
  Facts& known = before_[pc];
  bool changed = known.empty();
  if (known.empty()) {
    known = facts;
  } else {
    for (std::size_t r = 0; r < known.size(); ++r) {
      RegisterFact both = joined(known[r], facts[r]);
      if (both == known[r]) continue;
      if (visits_[pc] > patience) both = {};
      changed = true;
      known[r] = both;
    }
  }
  if (!changed) return;
  ++visits_[pc];
  work.push_back(pc);
}

ProgramFacts::Ways ProgramFacts::ways(std::size_t pc) const {
  const Instruction& i = program_.code[pc];
  const Facts& facts = before_[pc];
  const auto when = [](std::optional<bool> answer) { return answer ? Ways{*answer, !*answer} : Ways{}; };
  switch (i.op) {
    case Op::jump:
      return {true, false};
    case Op::jump_if_false:
      return facts[i.a].maybe_undefined ? Ways{} : when(decided("==", facts[i.a], RegisterFact::of(0)));
    case Op::jump_if_true:
      return facts[i.a].maybe_undefined ? Ways{} : when(decided("!=", facts[i.a], RegisterFact::of(0)));
    case Op::jump_if_undefined:
      if (facts[i.a].surely_undefined()) return {true, false};
      return facts[i.a].maybe_undefined ? Ways{} : Ways{false, true};
    default: {
      const RegisterFact other = jumps_by_constant(i.op) ? constant(pc) : facts[i.c];
      if (facts[i.b].surely_undefined() || other.surely_undefined()) return {};
      const auto answer = decided(comparison(i.op), facts[i.b], other);
      return answer ? Ways{*answer == (i.a != 0), *answer != (i.a != 0)} : Ways{};
    }
  }
}

void ProgramFacts::flow(std::size_t pc, std::vector<std::size_t>& work) {
  const Instruction& i = program_.code[pc];
  Facts facts = before_[pc];
  if (i.op == Op::finish || i.op == Op::fail) return;
  if (!is_jump(i.op)) {
    const RegisterFact fresh = writes_register(i.op) ? result(pc, facts) : RegisterFact{};
    need_operands(i, facts);
    if (writes_register(i.op)) facts[i.a] = fresh;
    arrive(pc + 1, facts, work);
    return;
  }
  const Ways open = ways(pc);
  Facts jumping = facts;
  need_operands(i, facts);
  if (i.op == Op::jump_if_undefined) {
    jumping[i.a] = RegisterFact::of(undefined_value);
    facts[i.a].maybe_undefined = false;
  } else {
    jumping = facts;
  }
  if (i.op == Op::jump_if_false) jumping[i.a] = RegisterFact::of(0);
  if (i.op == Op::jump_if_true) facts[i.a] = RegisterFact::of(0);
  if (i.op == Op::jump_equal_constant) (i.a != 0 ? jumping : facts)[i.b] = constant(pc);
  if (open.jumps) arrive(jump_target(i), jumping, work);
  if (open.falls) arrive(pc + 1, facts, work);
}

RegisterFact ProgramFacts::constant(std::size_t pc) const {
  const auto found = varying_.find(pc);
  if (found == varying_.end()) return RegisterFact::of(constant_of(program_.code[pc]));
  return {found->second.low, found->second.high, found->second.maybe_undefined};
}

// The fact about the result of an instruction that does not fail.
RegisterFact ProgramFacts::result(std::size_t pc, const Facts& facts) const {
  const Instruction& i = program_.code[pc];
  const RegisterFact any;
  const RegisterFact number = RegisterFact::integer();
  if ((i.op >= Op::equal && i.op <= Op::greater_equal_constant)) {
    const RegisterFact other = i.op >= Op::equal_constant ? constant(pc) : facts[i.c];
    if (facts[i.b].surely_undefined() || other.surely_undefined()) return RegisterFact::defined(0, 1);
    return truth(decided(comparison(i.op), facts[i.b], other));
  }
  if (i.op >= Op::singleton && i.op <= Op::set_shift) return set_result(i, facts);
  switch (i.op) {
    case Op::constant:
      return constant(pc);
    case Op::move:
      return facts[i.b];
    case Op::load:
      return content(layout_.cells[static_cast<std::size_t>(i.imm)]);
    case Op::field:
      return content(layout_.message_cells[static_cast<std::size_t>(i.imm)]);
    case Op::absent:
    case Op::logical_not:
      return RegisterFact::defined(0, 1);
    case Op::is_undefined:
      if (facts[i.b].surely_undefined()) return RegisterFact::of(1);
      return facts[i.b].maybe_undefined ? RegisterFact::defined(0, 1) : RegisterFact::of(0);
    case Op::index: {
      const auto& entries = tables_.indexes[static_cast<std::size_t>(i.imm)].entries;
      return RegisterFact::defined(0, entries.empty() ? 0 : *std::ranges::max_element(entries));
    }
    case Op::add:
    case Op::subtract:
      return added(facts[i.b], facts[i.c], i.op == Op::subtract);
    case Op::load_indexed:
    case Op::field_indexed:
      return any;
    default:  // other arithmetic, choose
      return number;
  }
}

RegisterFact ProgramFacts::set_result(const Instruction& i, const Facts& facts) const {
  const RegisterFact& b = facts[i.b];
  const RegisterFact& c = facts[i.c];
  switch (i.op) {
    case Op::singleton:
      if (std::int64_t bit = 0; b.constant() && arithmetic::singleton(b.low, i.imm, bit))
        return RegisterFact::of(bit);
      return RegisterFact::defined(1, std::int64_t{1} << 61);
    case Op::set_union:
      if (b.constant() && c.constant()) return RegisterFact::of(b.low | c.low);
      break;
    case Op::subset:
    case Op::member:
      return RegisterFact::defined(0, 1);
    case Op::set_size:
      return RegisterFact::defined(0, 64);
    default:
      break;
  }
  return RegisterFact::integer();
}

}  // namespace quorate
