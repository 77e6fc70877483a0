// The one arithmetic against integers of 128 bits, on all pairs of corner values.
#include "model/arithmetic.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "model/constant_operation.hpp"

namespace quorate {
namespace {

__extension__ using Wide = __int128;

std::vector<std::int64_t> corner_values() {
  std::vector<std::int64_t> values;
  for (const std::int64_t size :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{7},
        std::int64_t{1} << 31, std::int64_t{1} << 32, std::int64_t{3'037'000'499}, std::int64_t{1} << 53,
        std::int64_t{1} << 62, arithmetic::largest - 1, arithmetic::largest}) {
    values.push_back(size);
    values.push_back(-size);
  }
  return values;
}

std::optional<Wide> by_definition(ExprKind kind, Wide a, Wide b) {
  switch (kind) {
    case ExprKind::add:
      return a + b;
    case ExprKind::subtract:
      return a - b;
    case ExprKind::multiply:
      return a * b;
    default:
      break;
  }
  if (b == 0) return std::nullopt;
  const Wide towards_zero = a / b;
  if (kind == ExprKind::divide) return towards_zero;
  if (kind == ExprKind::modulo) return a - b * towards_zero;
  const bool up = towards_zero * b != a && (a < 0) == (b < 0);
  return towards_zero + (up ? 1 : 0);
}

TEST(Arithmetic, IsThatOfTheIntegersWhereThereIsAResult) {
  for (const ExprKind kind : {ExprKind::add, ExprKind::subtract, ExprKind::multiply, ExprKind::divide,
                              ExprKind::ceiling_divide, ExprKind::modulo}) {
    for (const std::int64_t a : corner_values()) {
      for (const std::int64_t b : corner_values()) {
        auto expected = by_definition(kind, a, b);
        if (expected && (*expected > arithmetic::largest || *expected < arithmetic::smallest))
          expected.reset();
        const auto found = arithmetic_result(kind, a, b);
        ASSERT_EQ(found.has_value(), expected.has_value()) << static_cast<int>(kind) << " " << a << " " << b;
        if (found) {
          ASSERT_TRUE(Wide{*found} == *expected) << static_cast<int>(kind) << " " << a << " " << b;
        }
      }
    }
  }
}

// -2^63 is no integer of the language: it stands for "undefined".
TEST(Arithmetic, NeverGivesTheSmallestNumberOfTheMachine) {
  std::int64_t result = 0;
  EXPECT_FALSE(arithmetic::subtract(arithmetic::smallest, 1, result));
  EXPECT_FALSE(arithmetic::multiply(-(std::int64_t{1} << 53), 1024, result));
  EXPECT_FALSE(arithmetic::add(-(std::int64_t{1} << 62), -(std::int64_t{1} << 62), result));
  EXPECT_TRUE(arithmetic::negate(arithmetic::smallest, result));
  EXPECT_EQ(result, arithmetic::largest);
}

TEST(Arithmetic, ElementsMayLieFarFromTheSet) {
  for (const std::int64_t low : {std::int64_t{-40}, std::int64_t{0}, std::int64_t{5}, arithmetic::smallest}) {
    for (const std::int64_t value : corner_values()) {
      const Wide distance = Wide{value} - Wide{low};
      const bool near = distance >= 0 && distance < 62;
      std::int64_t bit = 0;
      ASSERT_EQ(arithmetic::singleton(value, low, bit), near) << value << " from " << low;
      if (near) {
        ASSERT_EQ(bit, std::int64_t{1} << static_cast<int>(distance));
      }
      ASSERT_EQ(arithmetic::has_element((std::int64_t{1} << 62) - 1, low, value), near)
          << value << " in " << low;
    }
  }
}

}  // namespace
}  // namespace quorate
