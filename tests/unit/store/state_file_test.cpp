#include "store/state_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace quorate {
namespace {

TEST(StateFile, ReadsWhatWasAppendedInAnyOrder) {
  StateFile file(3);
  const auto row = [](std::uint64_t number) {
    return std::array<std::uint64_t, 3>{number, number * 0x9E3779B97F4A7C15, ~number};
  };
  std::mt19937_64 random(7);
  std::array<std::uint64_t, 3> read{};
  for (std::uint64_t number = 0; number < 200'000; ++number) {
    file.append(row(number).data());
    // As a search does: some way behind the end, now and then elsewhere.
    file.read(number / 2, read.data());
    ASSERT_EQ(read, row(number / 2));
    if (number % 100 != 0) continue;
    const std::uint64_t other = random() % (number + 1);
    file.read(other, read.data());
    ASSERT_EQ(read, row(other));
  }
  EXPECT_TRUE(file.good());
  EXPECT_EQ(file.size(), 200'000U);
  EXPECT_LT(file.bytes(), 200'000U * 24);  // the rest is on the disk
}

}  // namespace
}  // namespace quorate
