#include "export/common/interval.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace quorate {
namespace {

// Every result of two numbers lies within the result of their intervals.
TEST(ExportInterval, ContainsEveryResult) {
  const std::vector<Interval> intervals{{0, 0}, {-3, 2}, {1, 4}, {-5, -2}};
  for (const Interval& a : intervals) {
    for (const Interval& b : intervals) {
      for (std::int64_t x = a.low; x <= a.high; ++x) {
        for (std::int64_t y = b.low; y <= b.high; ++y) {
          EXPECT_TRUE(add(a, b).contains(x + y));
          EXPECT_TRUE(subtract(a, b).contains(x - y));
          EXPECT_TRUE(multiply(a, b).contains(x * y));
          if (y == 0) continue;
          EXPECT_TRUE(divided(a).contains(x / y));
          EXPECT_TRUE(divided(a).contains(x % y));
        }
      }
    }
  }
}

TEST(ExportInterval, LargeBoundsDoNotOverflow) {
  const Interval large{-(std::int64_t{1} << 60), std::int64_t{1} << 60};
  EXPECT_TRUE(large.within(add(large, large)));
  EXPECT_TRUE(large.within(multiply(large, large)));
}

TEST(ExportInterval, Hull) {
  const Interval both = hull({1, 2}, {-4, -3});
  EXPECT_EQ(both.low, -4);
  EXPECT_EQ(both.high, 2);
}

}  // namespace
}  // namespace quorate
