// A set of records after memory for one of them was refused.
#include "store/record_set.hpp"

#include <gtest/gtest.h>

#include <map>
#include <new>
#include <stdexcept>
#include <thread>

#include "search/threads/parallel_for.hpp"

namespace quorate {
namespace {

// Records of one word, of which some cannot be had.
class ScarceRows {
 public:
  explicit ScarceRows(std::uint32_t end) : end_(end), rows_(4096, missing) {}
  [[nodiscard]] static std::size_t words() { return 1; }
  [[nodiscard]] bool same(std::uint32_t number, const std::uint64_t* row) const { return at(number) == *row; }
  [[nodiscard]] std::uint64_t hash(std::uint32_t number) const {
    const std::uint64_t row = at(number);
    return hash_of_words(&row, 1);
  }
  void copy_out(std::uint32_t number, std::uint64_t* row) const { *row = at(number); }
  void put(std::uint32_t number, const std::uint64_t* row) {
    make_room(number);
    rows_[number] = *row;
  }
  void make_room(std::uint32_t number) const {
    if (number >= end_) throw std::bad_alloc();
  }
  void prefetch(std::uint32_t) const {}
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t size) { return 8 * size; }
  [[nodiscard]] std::uint64_t operator[](std::uint32_t number) const { return at(number); }

 private:
  static constexpr std::uint64_t missing = UINT64_MAX;
  [[nodiscard]] std::uint64_t at(std::uint32_t number) const {
    if (rows_.at(number) == missing) throw std::logic_error("a record that was never written is read");
    return rows_[number];
  }
  std::uint32_t end_;
  std::vector<std::uint64_t> rows_;
};

std::uint64_t hash_of(std::uint64_t row) {
  return hash_of_words(&row, 1);
}

TEST(RecordSet, IsAsItWasWithoutMemoryForARecord) {
  RecordSet<ScarceRows> set(std::uint32_t{100});
  for (std::uint64_t row = 0; row < 100; ++row) set.add(&row, hash_of(row));
  for (std::uint64_t row = 100; row < 120; ++row) EXPECT_THROW(set.add(&row, hash_of(row)), std::bad_alloc);
  EXPECT_EQ(set.size(), 100U);
  for (std::uint64_t row = 0; row < 100; ++row) {
    const auto found = set.add(&row, hash_of(row));
    EXPECT_FALSE(found.fresh);
    EXPECT_EQ(found.number, row);
  }
  // Nobody waits for a number that never comes, also while the index is rebuilt.
  for (std::uint64_t row = 100; row < 120; ++row) EXPECT_FALSE(set.find(&row, hash_of(row)));
  for (std::size_t segment = 0; segment < 16; ++segment) set.rebuild(segment);
  for (std::uint64_t row = 0; row < 100; ++row) EXPECT_TRUE(set.find(&row, hash_of(row)));
}

TEST(RecordSet, GapsAreClosedAfterMemoryRanOut) {
  RecordSet<ScarceRows> set(std::uint32_t{100});
  std::vector<ReservedNumbers> reserved(3);
  std::uint64_t row = 0;
  std::size_t stored = 0;
  for (int round = 0; round < 60; ++round) {
    for (ReservedNumbers& numbers : reserved) {
      ++row;
      try {
        stored += set.try_add(&row, hash_of(row), numbers)->fresh ? 1 : 0;
      } catch (const std::bad_alloc&) {
      }
    }
  }
  EXPECT_GT(set.size(), stored);
  set.close_gaps({&reserved[0], &reserved[1], &reserved[2]});
  EXPECT_EQ(set.size(), stored);
  for (std::uint32_t number = 0; number < set.size(); ++number) {
    const std::uint64_t there = set[number];
    EXPECT_EQ(set.find(&there, hash_of(there))->number, number);
  }
}

TEST(ParallelFor, CarriesTheFirstExceptionToItsCaller) {
  std::atomic<int> visited{0};
  const auto visit = [&](unsigned, std::uint64_t number) {
    ++visited;
    if (number == 700) throw std::bad_alloc();
  };
  EXPECT_THROW(parallel_for(3, 0, 100'000, visit), std::bad_alloc);
  EXPECT_LT(visited, 100'000);
  EXPECT_THROW(parallel_for(1, 690, 710, visit), std::bad_alloc);
}

}  // namespace
}  // namespace quorate
