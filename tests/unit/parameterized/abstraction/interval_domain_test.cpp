#include "parameterized/abstraction/interval_domain.hpp"

#include <gtest/gtest.h>

namespace quorate {
namespace {

TEST(IntervalDomain, NumbersOfIntervalsAreKeptWholeOrRefused) {
  for (const std::uint64_t number : {0U, 255U, 256U, 300U, 65535U})
    EXPECT_EQ(interval_number(number), number);
  EXPECT_THROW(interval_number(65536), Undecidable);
}

}  // namespace
}  // namespace quorate
