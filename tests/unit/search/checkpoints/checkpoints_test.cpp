// Damaged and foreign checkpoints: they are refused with the reason, or harmless. A report of the sanitizers
// is a failure, too.
#include "search/checkpoints/checkpoints.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "search/checkpoints/checkpoint_folder.hpp"
#include "search/grid_system.hpp"
#include "search/search.hpp"

namespace quorate {
namespace {

constexpr std::array all_stores{StoreKind::tree, StoreKind::compact, StoreKind::hash, StoreKind::bitstate};
// The first is violated, the other is not.
class TwoSums final : public TransitionSystem {
 public:
  explicit TwoSums(std::size_t counters) : grid_(counters, 1, 2) {}
  [[nodiscard]] Shape shape() const override { return grid_.shape(); }
  [[nodiscard]] std::span<const Transition> transitions() const override { return grid_.transitions(); }
  void initial_states(StepBuffer& buffer) const override { grid_.initial_states(buffer); }
  void successors(StateView state, std::span<const TransitionId> chosen, StepBuffer& buffer) const override {
    grid_.successors(state, chosen, buffer);
  }
  Truth holds(PredicateId predicate, StateView state, StepBuffer& buffer) const override {
    return predicate.index() == 0 ? grid_.holds(predicate, state, buffer) : Truth::yes;
  }
  [[nodiscard]] StateDescription describe(StateView state) const override { return grid_.describe(state); }

 private:
  GridSystem grid_;
};
const std::vector<Goal> both{{GoalKind::invariant, PredicateId(0)}, {GoalKind::invariant, PredicateId(1)}};

SearchOptions limited_options(StoreKind store, Checkpoints& checkpoints, std::uint64_t states) {
  SearchOptions options;
  options.store = store;
  options.compact_from = 20;
  options.bitstate_bytes = 1U << 16;
  options.search = "a search";
  options.checkpoints = &checkpoints;
  options.limits.max_states = states;
  return options;
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// With a checksum that is right.
void forge(const std::string& path, std::string content) {
  Checksum checksum;
  checksum.add(content.data(), content.size() - sizeof(std::uint64_t));
  const std::uint64_t sum = checksum.value();
  std::memcpy(content.data() + content.size() - sizeof sum, &sum, sizeof sum);
  // In its place: a file that is made anew is written to the disk.
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
}

TEST(Checkpoints, OfAnotherStoreAreRefused) {
  for (const std::size_t counters : {std::size_t{4}, std::size_t{5}, std::size_t{34}}) {
    const TwoSums system(counters);
    for (const StoreKind written : all_stores) {
      for (const StoreKind read : all_stores) {
        if (written == read) continue;
        const TemporaryCheckpoints folder;
        Checkpoints checkpoints = folder.open(0);
        ASSERT_TRUE(search(system, both, limited_options(written, checkpoints, 12)).result.resumable);
        const auto refused = search(system, both, limited_options(read, checkpoints, 1000)).result;
        EXPECT_EQ(refused.stop, StopReason::checkpoint_failed);
        EXPECT_EQ(refused.checkpoint_error, folder.file() + " cannot be used: it was written with --store " +
                                                to_text(written) + ", and this search uses --store " +
                                                to_text(read));
        EXPECT_EQ(refused.statistics.states, 0U);
      }
    }
  }
}

TEST(Checkpoints, OfStatesOfAnotherShapeAreRefused) {
  const TemporaryCheckpoints folder;
  Checkpoints checkpoints = folder.open(0);
  EXPECT_TRUE(search(TwoSums(5), both, limited_options(StoreKind::tree, checkpoints, 12)).result.resumable);
  const auto refused = search(TwoSums(6), both, limited_options(StoreKind::tree, checkpoints, 12)).result;
  EXPECT_EQ(refused.stop, StopReason::checkpoint_failed);
  EXPECT_EQ(refused.checkpoint_error,
            folder.file() + " cannot be used: its states have 80 bits, and those of this search 96");
}

// Each place of a file, or some, get bytes that are wrong, as a size, a number of a state, a part or a level,
// a flag. A search either refuses them or goes on within its limits. The findings of several threads are
// internal errors if they are not where they should be.
void expect_no_harm(const TransitionSystem& system, const SearchOptions& options, const std::string& path,
                    bool each) {
  const std::string good = read(path);
  std::mt19937_64 random(11);
  for (std::size_t at = 24; at + 16 < good.size(); at += each ? 1 : 1 + random() % 40) {
    for (const std::uint64_t wrong : {~std::uint64_t{0}, random(), std::uint64_t{0x80}}) {
      std::string bad = good;
      std::memcpy(bad.data() + at, &wrong, wrong == 0x80 ? 1 : 8);
      forge(path, bad);
      try {
        const auto result = search(system, both, options).result;
        EXPECT_EQ(result.stop == StopReason::checkpoint_failed, !result.checkpoint_error.empty()) << at;
      } catch (const std::logic_error&) {
      }
    }
  }
  forge(path, good);
  EXPECT_EQ(search(system, both, options).result.stop, StopReason::state_limit);
}

TEST(Checkpoints, WrongBytesDoNoHarm) {
  for (const std::size_t counters : {std::size_t{4}, std::size_t{34}}) {  // one word; a tree with inner pairs
    const TwoSums system(counters);
    for (const StoreKind store : all_stores) {
      const TemporaryCheckpoints folder;
      Checkpoints checkpoints = folder.open(1000);
      const std::uint64_t states = counters == 4 ? 12 : 700;
      ASSERT_TRUE(search(system, both, limited_options(store, checkpoints, states)).result.resumable);
      Checkpoints never = folder.open(1e9);
      SearchOptions options = limited_options(store, never, states);
      expect_no_harm(system, options, folder.file(), counters == 4 && store == StoreKind::tree);
    }
  }
}

}  // namespace
}  // namespace quorate
