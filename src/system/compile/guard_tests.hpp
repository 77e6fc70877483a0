// Evaluates the first comparisons of a guard without the interpreter. Most guards are false because of what
// they compare first, usually fields of the message. A guard that is a conjunction of such comparisons is
// decided fully.
//
// The comparisons are read off the guard's program and not derived from its expression, so that there is no
// second translation. See guard_tests.cpp.
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

  // The value of the guard in a state with a message. None if these comparisons do not decide it, or if a
  // scalar is undefined, which may be a model error.
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
    std::int64_t bias = 0;  // for a constant its value
  };
  struct Test {
    Op comparison = Op::equal;
    Scalar left;
    Scalar right;
    std::size_t made_as = 0;  // its position among the comparisons of the program
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

  std::vector<Test> tests_;  // the guard is false if one of them is
  bool complete_ = false;    // the guard is true if all of them are
};

}  // namespace quorate
