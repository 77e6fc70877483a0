// A small direct-mapped cache of each thread: from the parts of states that it looked up last to their
// numbers. Steps of different states often lead to the same parts (on Paxos 94 of 100 lookups end here). A
// miss says nothing: the part is looked up in its set.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/words.hpp"

namespace quorate {

template <std::size_t Words>
class RecentNumbers {
 public:
  static constexpr std::uint32_t unknown = 0xFFFF'FFFF;

  // places: a power of two.
  explicit RecentNumbers(std::size_t places) : mask_(places - 1), entries_(places * (Words + 1), 0) {}

  [[nodiscard]] std::uint32_t find(const std::uint64_t* row, std::uint64_t hash) const {
    const std::uint64_t* const entry = entries_.data() + place(hash);
    // An empty entry has 0 for its number plus one.
    return same_words(entry, row, Words) ? static_cast<std::uint32_t>(entry[Words] - 1) : unknown;
  }
  void put(const std::uint64_t* row, std::uint64_t hash, std::uint32_t number) {
    std::uint64_t* const entry = entries_.data() + place(hash);
    std::copy_n(row, Words, entry);
    entry[Words] = std::uint64_t{number} + 1;
  }

 private:
  // The middle bits of the hash, since the index uses its highest and lowest bits for buckets and tags.
  [[nodiscard]] std::size_t place(std::uint64_t hash) const { return ((hash >> 20) & mask_) * (Words + 1); }

  std::size_t mask_;
  std::vector<std::uint64_t> entries_;
};

}  // namespace quorate
