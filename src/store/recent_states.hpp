// A small direct-mapped cache of each thread: from the states that it met last to their roots and numbers in
// the store. Most successors were reached shortly before from another state (on Paxos 73% of them are among
// the last 16,384); a hit saves folding the state and looking it up in the shared sets. A miss says nothing:
// the state is looked up in the store.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/words.hpp"

namespace quorate {

class RecentStates {
 public:
  static constexpr std::uint32_t unknown = 0xFFFF'FFFF;

  // The first one chooses the number of places by the size of a state; places: a power of two.
  explicit RecentStates(std::size_t words) : RecentStates(words, worthwhile_places(words)) {}
  RecentStates(std::size_t words, std::size_t places)
      : words_(words),
        entry_words_(words + 2),
        shift_(64 - std::countr_zero(std::max<std::size_t>(2, places))),
        entries_(std::max<std::size_t>(2, places) * entry_words_, 0) {}

  // A weak but fast hash: the products are independent of each other, so that a processor computes them in
  // parallel. That suffices to choose a place.
  [[nodiscard]] std::size_t place(const std::uint64_t* state) const {
    std::uint64_t sum = 0;
    std::uint64_t factor = 0x9E3779B97F4A7C15;
    for (std::size_t i = 0; i < words_; ++i) {
      sum += state[i] * factor;
      factor += 0x3C6EF372FE94F82A;
    }
    return (sum >> shift_) * entry_words_;
  }
  [[nodiscard]] bool has(std::size_t place, const std::uint64_t* state) const {
    const std::uint64_t* const entry = entries_.data() + place;
    return (entry[words_ + 1] & in_use) != 0 && same_words(entry, state, words_);
  }
  // Root and number of the state at a place. The number is unknown until the state was inserted.
  [[nodiscard]] std::uint64_t root(std::size_t place) const { return entries_[place + words_]; }
  [[nodiscard]] std::uint32_t number(std::size_t place) const {
    return static_cast<std::uint32_t>(entries_[place + words_ + 1]) - 1;
  }

  void put(std::size_t place, const std::uint64_t* state, std::uint64_t root) {
    std::uint64_t* const entry = entries_.data() + place;
    std::copy_n(state, words_, entry);
    entry[words_] = root;
    entry[words_ + 1] = in_use;
  }
  // Forgets the states with these numbers, which have been renumbered.
  void forget_numbers_from(std::uint32_t first) {
    for (std::size_t use = words_ + 1; use < entries_.size(); use += entry_words_) {
      const auto number_plus_one = static_cast<std::uint32_t>(entries_[use]);
      if (number_plus_one > first) entries_[use] = 0;
    }
  }
  // Notes the number of a state that was put here, unless another one has taken its place.
  void inserted(std::size_t place, std::uint64_t root, std::uint32_t number) {
    std::uint64_t* const entry = entries_.data() + place;
    if (entry[words_] == root) entry[words_ + 1] = in_use | (number + 1);
  }

 private:
  static std::size_t worthwhile_places(std::size_t words) {
    constexpr std::size_t most_bytes = std::size_t{1} << 19;  // fits into a core's own cache
    return std::clamp(std::bit_floor(most_bytes / ((words + 2) * sizeof(std::uint64_t))), std::size_t{1} << 8,
                      std::size_t{1} << 14);
  }

  static constexpr std::uint64_t in_use = std::uint64_t{1} << 32;

  std::size_t words_;
  std::size_t entry_words_;
  int shift_;
  std::vector<std::uint64_t> entries_;  // of each place: the state, its root, in_use and its number plus one
};

}  // namespace quorate
