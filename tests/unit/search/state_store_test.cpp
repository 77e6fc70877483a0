#include "search/state_store.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace quorate {
namespace {

TEST(StateStore, AgreesWithAMapOverManyGrowths) {
  StateStore store({3, 150});
  std::map<std::vector<std::uint64_t>, StateNumber> reference;
  std::mt19937_64 random(7);
  for (int i = 0; i < 200'000; ++i) {
    // Few bits differ, so that many are equal and neighbours abound.
    const std::vector<std::uint64_t> state{random() % 64, random() % 64 << 40, random() % 16};
    const auto [at, fresh] = reference.try_emplace(state, store.size());
    const auto inserted = store.insert(state.data(), static_cast<StateNumber>(i));
    ASSERT_EQ(inserted.fresh, fresh);
    ASSERT_EQ(inserted.number, at->second);
  }
  EXPECT_EQ(store.size(), reference.size());
  for (const auto& [state, number] : reference) {
    std::vector<std::uint64_t> copy(3, ~std::uint64_t{0});
    store.copy_out(number, copy.data());
    ASSERT_EQ(copy, state);
  }
}

TEST(StateStore, KeepsTheFirstParent) {
  StateStore store({1, 10});
  const std::uint64_t a = 1;
  store.insert(&a, no_state);
  store.insert(&a, 5);
  EXPECT_EQ(store.parent(0), no_state);
}

TEST(StateStore, TakesAtMostSixteenBytesBesidesTheStateAndItsParent) {
  StateStore store({2, 96});
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    const std::vector<std::uint64_t> state{i * 0x9E3779B97F4A7C15, i & 0xFFFFFFFF};
    store.insert(state.data(), 0);
  }
  EXPECT_LT(static_cast<double>(store.bytes()) / store.size(), 12 + 4 + 16.5);
}

}  // namespace
}  // namespace quorate
