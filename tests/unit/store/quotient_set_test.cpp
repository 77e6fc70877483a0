#include "store/quotient_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace quorate {
namespace {

class MixingOfWidth : public testing::TestWithParam<unsigned> {};

TEST_P(MixingOfWidth, IsABijection) {
  const Mixing mixing(GetParam(), 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9);
  const std::uint64_t mask = GetParam() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << GetParam()) - 1;
  std::mt19937_64 random(GetParam());
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t key = random() & mask;
    const std::uint64_t mixed = mixing.mix(key);
    ASSERT_LE(mixed, mask);
    ASSERT_EQ(mixing.unmix(mixed), key);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, MixingOfWidth, testing::Values(10, 16, 17, 33, 40, 58, 63, 64));

class SetOfWidth : public testing::TestWithParam<unsigned> {};

TEST_P(SetOfWidth, KeepsWhatWasInsertedAndNothingElse) {
  const unsigned bits = GetParam();
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  QuotientSet set(bits);
  std::set<std::uint64_t> reference;
  std::mt19937_64 random(bits);
  for (int i = 0; i < 100'000; ++i) {
    // Clusters, as the numbers of leaves are.
    const std::uint64_t key = (i % 2 == 0 ? random() : random() % 50'000) & mask;
    ASSERT_EQ(set.insert(key), reference.insert(key).second) << "key " << key << " at " << i;
  }
  EXPECT_EQ(set.size(), reference.size());
  for (const std::uint64_t key : reference) ASSERT_FALSE(set.insert(key));
  std::vector<std::uint64_t> drained;
  set.drain([&](std::uint64_t key) { drained.push_back(key); });
  std::ranges::sort(drained);
  EXPECT_TRUE(std::ranges::equal(drained, reference));
}

// 16: most of all possible keys are in the set at the end.
INSTANTIATE_TEST_SUITE_P(Widths, SetOfWidth, testing::Values(16, 20, 31, 34, 48, 63, 64));

TEST(QuotientSet, HoldsEveryKeyThereIs) {
  QuotientSet set(18);
  for (std::uint64_t key = 0; key < (1U << 18); ++key) ASSERT_TRUE(set.insert(key));
  for (std::uint64_t key = 0; key < (1U << 18); ++key) ASSERT_FALSE(set.insert(key));
}

TEST(QuotientSet, TakesLessThanTheKeys) {
  QuotientSet set(36);
  std::mt19937_64 random(1);
  for (int i = 0; i < 1'000'000; ++i) set.insert(random() >> 28);
  // 36 bits, less about 17 for the place, plus one for the choice of the bucket, at three quarters full.
  EXPECT_LT(static_cast<double>(set.bytes()) / static_cast<double>(set.size()), 4.2);
}

}  // namespace
}  // namespace quorate
