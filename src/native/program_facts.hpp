// Facts about a program's registers before each instruction: an interval that contains the value, and whether
// it may be undefined. The printer leaves out tests that cannot fail and code that cannot be reached. The
// compiler would find most of it too, but takes ten times as long.
#pragma once

#include <cstdint>
#include <vector>

#include "native/program_family.hpp"
#include "system/compile/bytecode.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

struct RegisterFact {
  std::int64_t low = arithmetic::smallest;
  std::int64_t high = arithmetic::largest;  // below `low`: it certainly is undefined
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

// The limit on instructions times registers; more would take hundreds of megabytes here and gigabytes in a
// compiler.
inline constexpr std::size_t most_program_facts = 2'000'000;

// The facts before each instruction. The constructor throws TooLargeToCompile.
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

  // Whether an instruction that is a jump can jump, and whether it can fall through.
  struct Ways {
    bool jumps = true;
    bool falls = true;
  };
  [[nodiscard]] Ways ways(std::size_t pc) const;

 private:
  using Facts = std::vector<RegisterFact>;
  void flow(std::size_t pc, std::vector<std::size_t>& work);
  void arrive(std::size_t pc, const Facts& facts, std::vector<std::size_t>& work);
  // The fact about the constant of an instruction.
  [[nodiscard]] RegisterFact constant(std::size_t pc) const;
  [[nodiscard]] RegisterFact result(std::size_t pc, const Facts& facts) const;
  [[nodiscard]] RegisterFact set_result(const Instruction& i, const Facts& facts) const;

  const Program& program_;
  const Layout& layout_;
  const ProgramTables& tables_;
  const VaryingConstants& varying_;
  std::vector<Facts> before_;  // [instruction]; empty: not reached
  std::vector<std::uint32_t> visits_;
};

// Whether the instruction is a jump of any kind.
[[nodiscard]] bool is_jump(Op op);
// The C++ operator of an instruction that compares, whether or not it has a constant or jumps.
[[nodiscard]] const char* comparison(Op op);

}  // namespace quorate
