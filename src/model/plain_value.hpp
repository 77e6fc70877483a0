// The arithmetic of Promela: 32-bit numbers that wrap around, as in the programs that SPIN generates.
#pragma once

#include <cstdint>
#include <optional>

#include "model/plain_model.hpp"

namespace quorate {

inline std::int64_t wrapped(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)));
}

// The value of a number after storing it in the variable.
inline std::int64_t stored(std::int64_t value, const PlainVariable& variable) {
  const std::uint64_t mask = (std::uint64_t{1} << variable.bits) - 1;
  const std::uint64_t kept = static_cast<std::uint64_t>(value) & mask;
  const bool negative = variable.is_signed && (kept >> (variable.bits - 1)) != 0;
  return negative ? static_cast<std::int64_t>(kept | ~mask) : static_cast<std::int64_t>(kept);
}

// The result of an operator that evaluates both operands. None: a division by zero, or a shift that is
// undefined in C.
inline std::optional<std::int64_t> plain_result(PlainOperator op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case PlainOperator::times:
      return wrapped(a * b);
    case PlainOperator::divide:
      if (b == 0) return {};
      return wrapped(a / b);
    case PlainOperator::remainder:
      if (b == 0) return {};
      return wrapped(a % b);
    case PlainOperator::plus:
      return wrapped(a + b);
    case PlainOperator::minus:
      return wrapped(a - b);
    case PlainOperator::shift_left:
      if (b < 0 || b > 31) return {};
      return wrapped(a * (std::int64_t{1} << b));
    case PlainOperator::shift_right:
      if (b < 0 || b > 31) return {};
      return a >> b;
    case PlainOperator::less:
      return a < b ? 1 : 0;
    case PlainOperator::less_equal:
      return a <= b ? 1 : 0;
    case PlainOperator::greater:
      return a > b ? 1 : 0;
    case PlainOperator::greater_equal:
      return a >= b ? 1 : 0;
    case PlainOperator::equal:
      return a == b ? 1 : 0;
    case PlainOperator::not_equal:
      return a != b ? 1 : 0;
    case PlainOperator::bit_and:
      return a & b;
    case PlainOperator::bit_xor:
      return a ^ b;
    case PlainOperator::bit_or:
      return a | b;
    default:
      return {};
  }
}

}  // namespace quorate
