// The integers of the language and their operators, defined once for everything that computes with them:
// folding, the interpreter, emitted programs (this text is part of them, so that it includes no other
// header), formulas, analyses and threshold algorithms.
//
// The integers are those from -(2^63 - 1) to 2^63 - 1. The remaining number of 64 bits, -2^63, means
// "undefined" in registers, so that no operator may give it. Operators return false if the result is outside
// of the integers or does not exist, which is a model error. Operands must be integers.
#pragma once

namespace quorate::arithmetic {

using Integer = __INT64_TYPE__;
using Bits = __UINT64_TYPE__;

inline constexpr Integer largest = __INT64_MAX__;
inline constexpr Integer smallest = -__INT64_MAX__;
inline constexpr Integer not_an_integer = smallest - 1;

// Sets are bit masks, from the lowest element of their type on.
inline constexpr Bits most_elements = 62;

[[gnu::always_inline]] constexpr bool add(Integer a, Integer b, Integer& result) {
  return !__builtin_add_overflow(a, b, &result) && result != not_an_integer;
}

[[gnu::always_inline]] constexpr bool subtract(Integer a, Integer b, Integer& result) {
  return !__builtin_sub_overflow(a, b, &result) && result != not_an_integer;
}

[[gnu::always_inline]] constexpr bool multiply(Integer a, Integer b, Integer& result) {
  return !__builtin_mul_overflow(a, b, &result) && result != not_an_integer;
}

[[gnu::always_inline]] constexpr bool negate(Integer a, Integer& result) {
  return subtract(0, a, result);
}

// Rounds towards zero.
[[gnu::always_inline]] constexpr bool divide(Integer a, Integer b, Integer& result) {
  if (b == 0) return false;
  if (b == -1) return negate(a, result);
  result = a / b;
  return true;
}

// The result has the sign of the dividend.
[[gnu::always_inline]] constexpr bool modulo(Integer a, Integer b, Integer& result) {
  if (b == 0) return false;
  result = b == -1 ? 0 : a % b;
  return true;
}

[[gnu::always_inline]] constexpr bool ceiling_divide(Integer a, Integer b, Integer& result) {
  Integer rest = 0;
  if (!divide(a, b, result) || !modulo(a, b, rest)) return false;
  if (rest != 0 && (a < 0) == (b < 0)) ++result;
  return true;
}

// The distance of a value from `low`, if it is at least 0 and less than `count`; any two integers are
// allowed.
[[gnu::always_inline]] constexpr bool position(Integer value, Integer low, Bits count, Integer& result) {
  const Bits distance = static_cast<Bits>(value) - static_cast<Bits>(low);
  if (value < low || distance >= count) return false;
  result = static_cast<Integer>(distance);
  return true;
}

// The bit of an element, for sets whose lowest possible element is `low`.
[[gnu::always_inline]] constexpr bool singleton(Integer element, Integer low, Integer& result) {
  if (!position(element, low, most_elements, result)) return false;
  result = Integer{1} << result;
  return true;
}

[[gnu::always_inline]] constexpr bool has_element(Integer set, Integer low, Integer element) {
  Integer bit = 0;
  return singleton(element, low, bit) && (set & bit) != 0;
}

}  // namespace quorate::arithmetic
