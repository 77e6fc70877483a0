#include "search/state_store.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace quorate {
namespace {

std::vector<std::uint64_t> copied(const StateStore& store, StateNumber number, std::size_t words) {
  std::vector<std::uint64_t> copy(words, ~std::uint64_t{0});
  store.copy_out(number, copy.data());
  return copy;
}

// Few bits differ, so that many are equal and neighbours abound.
std::vector<std::uint64_t> random_state(std::mt19937_64& random, std::size_t bits) {
  const std::size_t words = (bits + 63) / 64;
  std::vector<std::uint64_t> state(words);
  state.front() = random() % 64;
  state[words / 2] ^= random() % 64 << 40;
  state.back() ^= random() % 16;
  if (bits % 64 != 0) state.back() &= (std::uint64_t{1} << bits % 64) - 1;
  return state;
}

class StoreOfShape : public testing::TestWithParam<std::size_t> {};

TEST_P(StoreOfShape, AgreesWithAMapOverManyGrowths) {
  const std::size_t bits = GetParam();
  const std::size_t words = (bits + 63) / 64;
  StateStore store({words, bits});
  std::map<std::vector<std::uint64_t>, StateNumber> reference;
  std::mt19937_64 random(7);
  for (int i = 0; i < 100'000; ++i) {
    const auto state = random_state(random, bits);
    ASSERT_EQ(store.find(state.data()), reference.contains(state) ? reference[state] : no_state);
    const auto [at, fresh] = reference.try_emplace(state, store.size());
    const auto inserted = store.insert(state.data());
    ASSERT_EQ(inserted.fresh, fresh);
    ASSERT_EQ(inserted.number, at->second);
    if (store.wants_fitting()) store.fit();
  }
  EXPECT_EQ(store.size(), reference.size());
  for (const auto& [state, number] : reference) ASSERT_EQ(copied(store, number, words), state);
}

// A word; two leaves of different lengths; two full leaves; a tree of three and of many leaves.
INSTANTIATE_TEST_SUITE_P(Shapes, StoreOfShape, testing::Values(10, 33, 64, 65, 100, 150, 512, 530, 2000));

TEST(StateStore, FoldsByTheNearestState) {
  StateStore store({12, 740});
  StateStore::Room room;
  StateStore::Folded near;
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> state(12);
  for (int i = 0; i < 20'000; ++i) {
    const auto inserted = store.insert(store.fold(state.data(), near, room), room);
    ASSERT_EQ(copied(store, inserted.number, 12), state);
    store.copy_out(inserted.number, near);
    state = near.state;
    const std::size_t bit = random() % 740;
    state[bit / 64] ^= std::uint64_t{1} << (bit % 64);
  }
}

TEST(StateStore, TakesLessThanSixteenBytesForStatesWhosePartsAreFew) {
  StateStore store({4, 256});
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    const std::uint64_t half = i / 1000 * 0x9E3779B97F4A7C15;
    const std::uint64_t other = i % 1000 * 0x9E3779B97F4A7C15;
    const std::vector<std::uint64_t> state{half, ~half, other, ~other};
    store.insert(state.data());
  }
  EXPECT_EQ(store.size(), 1'000'000U);
  EXPECT_LT(static_cast<double>(store.bytes()) / store.size(), 16);
}

TEST(StateTree, IsCutWhereTheSampleHasTheFewestParts) {
  std::vector<std::uint32_t> sample;
  for (std::uint32_t i = 0; i < 64; ++i)
    sample.insert(sample.end(), {i % 8, i % 8, i % 8, i % 8, i % 8, i / 8});
  const StateTree tree = StateTree::fitted(6, sample);
  EXPECT_EQ(tree.nodes()[tree.left()].end, 5U);
  EXPECT_EQ(StateTree::balanced(6).nodes()[0].end, 3U);
}

}  // namespace
}  // namespace quorate
