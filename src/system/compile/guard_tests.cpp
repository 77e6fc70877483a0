// The program of a guard is executed abstractly along the one path on which every comparison is true.
// Registers are known as constants, scalars or comparisons; the first instruction that is anything else ends
// the reading. At each jump for a false comparison the other branch is followed to its end, which must return
// false and read nothing more. Comparisons are taken in the order of the program only, so that a false one
// never hides a model error of an earlier one (docs/soundness.md, "Guards' first comparisons").
#include "system/compile/guard_tests.hpp"

#include <map>
#include <utility>
#include <variant>

namespace quorate {

// Follows a program with what is known of its registers.
class GuardTests::Reader {
 public:
  Reader(const Program& guard, const Layout& layout) : code_(guard.code), layout_(layout) {}

  void read(GuardTests& tests) {
    for (std::size_t pc = 0; pc < code_.size(); ++pc) {
      const Instruction& i = code_[pc];
      if (load(i) || compare(i)) continue;
      switch (i.op) {
        case Op::need_defined:
          if (test_in(i.a) == nullptr) return;
          continue;
        case Op::move:
          if (!known_.contains(i.b)) return;
          known_[i.a] = known_[i.b];
          continue;
        case Op::finish:
          tests.complete_ = add(test_in(i.a), tests);
          return;
        case Op::jump_if_false:
          if (!ends_false(static_cast<std::size_t>(i.imm)) || !add(test_in(i.a), tests)) return;
          continue;
        default:
          break;
      }
      const auto fused = fused_test(i);
      if (!fused || !ends_false(fused->second) || !add(&fused->first, tests)) return;
    }
  }

 private:
  using Known = std::variant<Scalar, Test>;

  // Adds a test if it is the next one in the order of the program: an undefined operand is an error that a
  // later false comparison must not hide.
  static bool add(const Test* test, GuardTests& tests) {
    if (test == nullptr || test->made_as != tests.tests_.size()) return false;
    tests.tests_.push_back(*test);
    return true;
  }

  const Test* test_in(std::uint16_t reg) const {
    const auto found = known_.find(reg);
    return found == known_.end() ? nullptr : std::get_if<Test>(&found->second);
  }
  const Scalar* scalar_in(std::uint16_t reg) const {
    const auto found = known_.find(reg);
    return found == known_.end() ? nullptr : std::get_if<Scalar>(&found->second);
  }
  static Scalar constant(std::int64_t value) { return {Scalar::Place::constant, 0, 0, 0, value}; }

  // Whether the instruction loads a scalar.
  bool load(const Instruction& i) {
    if (i.op == Op::constant) {
      known_[i.a] = constant(i.imm);
    } else if (i.op == Op::load) {
      const Cell& cell = layout_.cells[static_cast<std::size_t>(i.imm)];
      known_[i.a] = Scalar{Scalar::Place::state, cell.word, cell.shift, cell.mask, cell.bias};
    } else if (i.op == Op::field && i.b == 0) {
      const MessageCell& cell = layout_.message_cells[static_cast<std::size_t>(i.imm)];
      known_[i.a] = Scalar{Scalar::Place::message, 0, cell.shift, cell.mask, cell.bias};
    } else {
      return false;
    }
    return true;
  }

  std::optional<Test> comparison(Op op, std::uint16_t left, std::uint16_t right) const {
    const Scalar* const a = scalar_in(left);
    const Scalar* const b = scalar_in(right);
    if (a == nullptr || b == nullptr) return std::nullopt;
    return Test{op, *a, *b, made_};
  }
  std::optional<Test> comparison_with(Op op, std::uint16_t left, std::int64_t number) const {
    const Scalar* const a = scalar_in(left);
    if (a == nullptr) return std::nullopt;
    switch (op) {
      case Op::equal_constant:
        return Test{Op::equal, *a, constant(number), made_};
      case Op::not_equal_constant:
        return Test{Op::not_equal, *a, constant(number), made_};
      case Op::less_constant:
        return Test{Op::less, *a, constant(number), made_};
      case Op::less_equal_constant:
        return Test{Op::less_equal, *a, constant(number), made_};
      case Op::greater_constant:
        return Test{Op::less, constant(number), *a, made_};
      default:
        return Test{Op::less_equal, constant(number), *a, made_};
    }
  }

  // Whether the instruction compares scalars that are known.
  bool compare(const Instruction& i) {
    std::optional<Test> test;
    if (i.op >= Op::equal && i.op <= Op::less_equal) test = comparison(i.op, i.b, i.c);
    if (i.op >= Op::equal_constant && i.op <= Op::greater_equal_constant)
      test = comparison_with(i.op, i.b, i.imm);
    if (!test) return false;
    known_[i.a] = *test;
    ++made_;
    return true;
  }

  // For a comparison fused with a jump if it is false: the comparison and the target of the jump.
  std::optional<std::pair<Test, std::size_t>> fused_test(const Instruction& i) {
    if (i.op < Op::jump_equal || i.op > Op::jump_greater_equal_constant || i.a != 0) return std::nullopt;
    const auto op = static_cast<Op>(static_cast<int>(i.op) - from_comparison_to_jump);
    const auto test =
        jumps_by_constant(i.op) ? comparison_with(op, i.b, constant_of(i)) : comparison(op, i.b, i.c);
    if (!test) return std::nullopt;
    ++made_;
    return std::pair(*test, jump_target(i));
  }

  // Whether the program, continued from here with the known constants, returns false and reads nothing more.
  bool ends_false(std::size_t pc) const {
    std::map<std::uint16_t, std::int64_t> constants;
    for (const auto& [reg, known] : known_) {
      const Scalar* const scalar = std::get_if<Scalar>(&known);
      if (scalar != nullptr && scalar->place == Scalar::Place::constant) constants[reg] = scalar->bias;
    }
    for (; pc < code_.size(); ++pc) {
      const Instruction& i = code_[pc];
      if (i.op == Op::constant) {
        constants[i.a] = i.imm;
        continue;
      }
      if (i.op == Op::jump) {
        if (static_cast<std::size_t>(i.imm) <= pc) return false;
        pc = static_cast<std::size_t>(i.imm) - 1;
        continue;
      }
      const auto source = constants.find(i.op == Op::move ? i.b : i.a);
      if (source == constants.end() || source->second == undefined_value) return false;
      const std::int64_t value = source->second;
      switch (i.op) {
        case Op::move:
          constants[i.a] = value;
          break;
        case Op::need_defined:
          break;
        case Op::jump_if_false:
        case Op::jump_if_true:
          if ((value == 0) != (i.op == Op::jump_if_false)) break;
          if (static_cast<std::size_t>(i.imm) <= pc) return false;
          pc = static_cast<std::size_t>(i.imm) - 1;
          break;
        case Op::finish:
          return value == 0;
        default:
          return false;
      }
    }
    return false;
  }

  const std::vector<Instruction>& code_;
  const Layout& layout_;
  std::map<std::uint16_t, Known> known_;
  std::size_t made_ = 0;  // comparisons seen so far
};

GuardTests::GuardTests(const Program& guard, const Layout& layout) {
  Reader(guard, layout).read(*this);
}

}  // namespace quorate
