// The states that a thread has met last: a small direct-mapped cache from states to their roots and numbers
// in the store. Most successors in a search were reached a moment ago from a neighbour (on Paxos 73% of them
// are among the last 16,384), and to see that here costs neither the folding of the state nor an access to
// the shared sets. It only remembers: what it does not know is looked up.
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

  // As many as are worth their memory; places: a power of two.
  explicit RecentStates(std::size_t words) : RecentStates(words, worthwhile_places(words)) {}
  RecentStates(std::size_t words, std::size_t places)
      : words_(words),
        entry_words_(words + 2),
        shift_(64 - std::countr_zero(std::max<std::size_t>(2, places))),
        entries_(std::max<std::size_t>(2, places) * entry_words_, 0) {}

  // By the highest bits of a sum of products, which a processor computes side by side: a poor hash, and
  // enough for a place to remember something.
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
  // Of the state at a place. Its number is unknown while it waits for its insertion.
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
  // States have been given other numbers than these.
  void forget_numbers_from(std::uint32_t first) {
    for (std::size_t use = words_ + 1; use < entries_.size(); use += entry_words_) {
      const auto number_plus_one = static_cast<std::uint32_t>(entries_[use]);
      if (number_plus_one > first) entries_[use] = 0;
    }
  }
  // If the state of this root is still there.
  void inserted(std::size_t place, std::uint64_t root, std::uint32_t number) {
    std::uint64_t* const entry = entries_.data() + place;
    if (entry[words_] == root) entry[words_ + 1] = in_use | (number + 1);
  }

 private:
  static std::size_t worthwhile_places(std::size_t words) {
    constexpr std::size_t most_bytes = std::size_t{1} << 19;  // a fraction of a core's own cache
    return std::clamp(std::bit_floor(most_bytes / ((words + 2) * sizeof(std::uint64_t))), std::size_t{1} << 8,
                      std::size_t{1} << 14);
  }

  static constexpr std::uint64_t in_use = std::uint64_t{1} << 32;

  std::size_t words_;
  std::size_t entry_words_;
  int shift_;
  std::vector<std::uint64_t> entries_;  // a state, its root, its number plus one
};

}  // namespace quorate
