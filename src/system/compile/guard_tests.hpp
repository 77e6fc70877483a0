// The first comparisons of a guard, made without the interpreter. Most messages are not what a rule waits
// for, and most guards are false by what they compare first. A guard that is a conjunction of such
// comparisons is decided altogether.
//
// They are read off the guard's program, not made from its expression a second time: the program is followed
// from its start as long as it loads scalars, compares them and goes on unless a comparison is false, and for
// each of these comparisons it is followed from where it goes otherwise to its end, which must say "false".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "system/compile/bytecode.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

class GuardTests {
 public:
  GuardTests() = default;
  GuardTests(const Program& guard, const Layout& layout);

  // What the guard says in a state about a message, as far as that is known: none if there is more to it, or
  // if a scalar is undefined, which may be a model error.
  [[nodiscard]] std::optional<bool> decide(const std::uint64_t* state, std::uint64_t message) const {
    for (const Test& test : tests_) {
      const std::int64_t left = value(test.left, state, message);
      const std::int64_t right = value(test.right, state, message);
      if (left == undefined_value || right == undefined_value) return std::nullopt;
      if (!holds(test.comparison, left, right)) return false;
    }
    return complete_ ? std::optional(true) : std::nullopt;
  }

 private:
  struct Scalar {
    enum class Place : std::uint8_t { constant, state, message };
    Place place = Place::constant;
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint64_t mask = 0;
    std::int64_t bias = 0;  // of a constant: its value
  };
  struct Test {
    Op comparison = Op::equal;
    Scalar left;
    Scalar right;
    std::size_t made_as = 0;  // as which of the program's comparisons
  };
  class Reader;

  static std::int64_t value(const Scalar& scalar, const std::uint64_t* state, std::uint64_t message) {
    if (scalar.place == Scalar::Place::constant) return scalar.bias;
    const std::uint64_t word = scalar.place == Scalar::Place::state ? state[scalar.word] : message;
    return decoded((word >> scalar.shift) & scalar.mask, scalar.bias);
  }
  static bool holds(Op comparison, std::int64_t left, std::int64_t right) {
    switch (comparison) {
      case Op::equal:
        return left == right;
      case Op::not_equal:
        return left != right;
      case Op::less:
        return left < right;
      default:
        return left <= right;
    }
  }

  std::vector<Test> tests_;  // false as soon as one of them is
  bool complete_ = false;    // true if all of them are
};

}  // namespace quorate
