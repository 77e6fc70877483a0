// What can be known of a program's registers before each instruction: an interval that holds the value, and
// whether it may be undefined. The printer leaves out tests that cannot fail and code that cannot be reached.
// The compiler would find most of it as well, but it takes ten times as long as this.
#pragma once

#include <cstdint>
#include <vector>

#include "native/program_family.hpp"
#include "system/compile/bytecode.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

struct RegisterFact {
  std::int64_t low = arithmetic::smallest;
  std::int64_t high = arithmetic::largest;  // below `low`: it is undefined for sure
  bool maybe_undefined = true;

  static RegisterFact of(std::int64_t value) {
    if (value == undefined_value) return {1, 0, true};
    return {value, value, false};
  }
  static RegisterFact defined(std::int64_t low, std::int64_t high) { return {low, high, false}; }
  static RegisterFact integer() { return {arithmetic::smallest, arithmetic::largest, false}; }

  [[nodiscard]] bool constant() const { return low == high && !maybe_undefined; }
  [[nodiscard]] bool surely_undefined() const { return low > high; }
  [[nodiscard]] bool within(std::int64_t least, std::int64_t most) const {
    return low >= least && high <= most;
  }
  bool operator==(const RegisterFact&) const = default;
};

// Of all registers at all instructions; more would take hundreds of megabytes here and gigabytes in a
// compiler.
inline constexpr std::size_t most_program_facts = 2'000'000;

// By instruction. Registers that nothing is known of have the widest fact. Throws TooLargeToCompile.
class ProgramFacts {
 public:
  ProgramFacts(const Program& program, const Layout& layout, const ProgramTables& tables,
               const VaryingConstants& varying);

  [[nodiscard]] bool reachable(std::size_t pc) const {
    return !before_[pc].empty() || program_.registers == 0;
  }
  [[nodiscard]] const RegisterFact& before(std::size_t pc, std::uint16_t reg) const {
    return before_[pc][reg];
  }

  // Where a jump can go: the conditional ones are decided if the facts say so.
  struct Ways {
    bool jumps = true;
    bool falls = true;
  };
  [[nodiscard]] Ways ways(std::size_t pc) const;

 private:
  using Facts = std::vector<RegisterFact>;
  void flow(std::size_t pc, std::vector<std::size_t>& work);
  void arrive(std::size_t pc, const Facts& facts, std::vector<std::size_t>& work);
  // Of the constant in the instruction.
  [[nodiscard]] RegisterFact constant(std::size_t pc) const;
  [[nodiscard]] RegisterFact result(std::size_t pc, const Facts& facts) const;
  [[nodiscard]] RegisterFact set_result(const Instruction& i, const Facts& facts) const;

  const Program& program_;
  const Layout& layout_;
  const ProgramTables& tables_;
  const VaryingConstants& varying_;
  std::vector<Facts> before_;  // empty: not reached
  std::vector<std::uint32_t> visits_;
};

// Instructions by what they have in common.
[[nodiscard]] bool is_jump(Op op);
// What is compared by an instruction that compares two values, as the operator (equal to less_equal) and
// whether a constant takes the place of the second; greater ones have operators of their own.
[[nodiscard]] const char* comparison(Op op);

}  // namespace quorate
