// Interval arithmetic whose bounds saturate at 2^60. Operands are clamped before they are added, so that no
// sum leaves 64 bits; a product that does is taken as saturated. A saturated bound says that the value may be
// anything beyond, which is outside the numbers of every target.
#include "export/common/interval.hpp"

namespace quorate {

namespace {

constexpr std::int64_t far = std::int64_t{1} << 60;

std::int64_t clamp(std::int64_t value) {
  return std::clamp(value, -far, far);
}

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return (a < 0) == (b < 0) ? far : -far;
  return clamp(product);
}

}  // namespace

Interval add(const Interval& a, const Interval& b) {
  return {clamp(clamp(a.low) + clamp(b.low)), clamp(clamp(a.high) + clamp(b.high))};
}

Interval subtract(const Interval& a, const Interval& b) {
  return add(a, {-clamp(b.high), -clamp(b.low)});
}

Interval multiply(const Interval& a, const Interval& b) {
  const auto [low, high] =
      std::minmax({times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
  return {low, high};
}

Interval divided(const Interval& a) {
  const std::int64_t most = std::max(-clamp(a.low), clamp(a.high));
  return {-std::max<std::int64_t>(0, most), std::max<std::int64_t>(0, most)};
}

}  // namespace quorate
