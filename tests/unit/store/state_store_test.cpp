#include "store/state_store.hpp"

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

// More parts than the narrowest pairs can number.
constexpr std::uint64_t many_parts = (std::uint64_t{1} << 20) + 5000;

std::vector<std::uint64_t> state_of_new_parts(std::uint64_t i) {
  return {i, i * 3, i * 5, i % 7};
}

TEST(StateStore, WidensRootsForOneThread) {
  StateStore store({4, 256});
  for (std::uint64_t i = 0; i < many_parts; ++i)
    ASSERT_EQ(store.insert(state_of_new_parts(i).data()).number, i);
  for (std::uint64_t i = 0; i < many_parts; i += 1 + i / 64) {
    ASSERT_EQ(copied(store, static_cast<StateNumber>(i), 4), state_of_new_parts(i));
    ASSERT_EQ(store.find(state_of_new_parts(i).data()), i);
  }
}

TEST(StateStore, WidensRootsWhileThreadsAreOutside) {
  StateStore store({4, 256});
  StateStore::Room room;
  const auto in_store = [&](const auto& attempt) {
    auto result = attempt();
    for (; !result; result = attempt()) {
      for (const auto& task : store.plan_room(1)) task();
      store.room_made();
    }
    return *result;
  };
  for (std::uint64_t i = 0; i < many_parts; ++i) {
    const auto state = state_of_new_parts(i);
    const auto probe = in_store([&] { return store.try_fold(state.data(), {}, room); });
    ASSERT_EQ(in_store([&] { return store.try_insert(probe, room); }).number, i);
  }
  for (std::uint64_t i = 0; i < many_parts; i += 1 + i / 64)
    ASSERT_EQ(copied(store, static_cast<StateNumber>(i), 4), state_of_new_parts(i));
}

TEST(NarrowPairs, KeepPairsWhenTheyBecomeWider) {
  NarrowPairs pairs;
  std::vector<std::uint64_t> expected;
  for (unsigned bits = 0; bits < 32; ++bits) {
    const std::uint64_t greatest = (std::uint64_t{1} << bits) - 1;
    for (const std::uint64_t pair : {greatest, greatest << 32, greatest | greatest << 32}) {
      pairs.widen(pair, static_cast<std::uint32_t>(expected.size()));
      pairs.put(static_cast<std::uint32_t>(expected.size()), &pair);
      expected.push_back(pair);
    }
    for (std::uint32_t i = 0; i < expected.size(); ++i) ASSERT_EQ(pairs[i], expected[i]);
  }
}

TEST(NarrowPairs, AreWordsOfAnyLength) {
  for (std::size_t bits = 1; bits <= 64; ++bits) {
    NarrowPairs words = NarrowPairs::of_words(bits);
    const std::uint64_t greatest = ~std::uint64_t{0} >> (64 - bits);
    ASSERT_TRUE(words.fits(greatest));
    for (std::uint32_t i = 0; i < 3; ++i) words.put(i, &greatest);
    const std::uint64_t zero = 0;
    words.put(1, &zero);
    ASSERT_EQ(words[0], greatest);
    ASSERT_EQ(words[1], 0U);
    ASSERT_EQ(words[2], greatest);
  }
}

TEST(TreeFitting, CutsWhereFewDistinctPartsAreExpected) {
  UnitSample sample{6, {}};
  for (std::uint32_t i = 0; i < 64; ++i)
    sample.values.insert(sample.values.end(), {i % 8, i % 8, i % 8, i % 8, i % 8, i / 8});
  const StateTree tree = fitted_tree(sample, 1000);
  EXPECT_EQ(tree.nodes()[tree.left()].end, 5U);
  EXPECT_EQ(StateTree::balanced(6).nodes()[0].end, 3U);
}

// The last unit has fewer values than the first ones, and they are new all the time.
TEST(TreeFitting, TellsValuesThatGoOnGrowing) {
  UnitSample sample{3, {}};
  for (std::uint32_t i = 0; i < 4096; ++i)
    sample.values.insert(sample.values.end(), {i % 1500, i % 1500, i / 4});
  const StateTree tree = fitted_tree(sample, 1e6);
  EXPECT_EQ(tree.nodes()[tree.left()].end, 2U);
}

}  // namespace
}  // namespace quorate
