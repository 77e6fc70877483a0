// Bounds of the value of an integer expression, to leave out range tests that cannot fail.
#pragma once

#include <algorithm>
#include <cstdint>

namespace quorate {

struct Interval {
  std::int64_t low = 0;
  std::int64_t high = 0;

  [[nodiscard]] bool contains(std::int64_t value) const { return low <= value && value <= high; }
  [[nodiscard]] bool within(const Interval& other) const { return other.low <= low && high <= other.high; }
};

inline Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// Bounds are clamped to +-2^60. A bound there means that nothing is known beyond it.
Interval add(const Interval& a, const Interval& b);
Interval subtract(const Interval& a, const Interval& b);
Interval multiply(const Interval& a, const Interval& b);
// Of quotients and remainders, whatever the divisor is: no farther from zero than the dividend.
Interval divided(const Interval& a);

}  // namespace quorate
