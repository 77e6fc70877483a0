// The array of a RecordSet of leaves or inner pairs: rows of 64-bit words, of the last of which only the
// lower half may be in use, stored without the unused half.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "base/words.hpp"
#include "store/append_array.hpp"
#include "store/leaf_cut.hpp"

namespace quorate {

class WordRows {
 public:
  // Rows of so many units of 32 bits.
  explicit WordRows(std::size_t units)
      : words_((units + 1) / 2), bytes_(units * sizeof(std::uint32_t)), array_(bytes_) {}

  [[nodiscard]] std::size_t words() const { return words_; }
  // Whether the unused half of the last word, if there is one, is zero.
  [[nodiscard]] bool fits(const std::uint64_t* row) const {
    return bytes_ % sizeof(std::uint64_t) == 0 || row[words_ - 1] >> 32 == 0;
  }
  [[nodiscard]] const std::byte* operator[](std::uint32_t number) const { return array_[number]; }
  [[nodiscard]] bool same(std::uint32_t number, const std::uint64_t* row) const {
    const std::byte* const place = array_[number];
    for (std::size_t i = 0; i + 1 < words_; ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, place + i * sizeof word, sizeof word);
      if (word != row[i]) return false;
    }
    return last_word(place) == row[words_ - 1];
  }
  [[nodiscard]] std::uint64_t hash(std::uint32_t number) const {
    std::array<std::uint64_t, LeafCut::most_words> row;
    copy_out(number, row.data());
    return hash_of_words(row.data(), words_);
  }
  void copy_out(std::uint32_t number, std::uint64_t* row) const {
    row[words_ - 1] = 0;
    std::memcpy(row, array_[number], bytes_);
  }
  void put(std::uint32_t number, const std::uint64_t* row) {
    std::byte* const place = array_.at(number);
    const std::size_t units = bytes_ / sizeof(std::uint32_t);
    for (std::size_t u = 0; u < units; ++u) {
      const auto unit = static_cast<std::uint32_t>(row[u / 2] >> (u % 2 * 32));
      std::memcpy(place + u * sizeof unit, &unit, sizeof unit);
    }
  }
  void make_room(std::uint32_t number) { array_.at(number); }
  void prefetch(std::uint32_t number) const { array_.prefetch(number); }
  [[nodiscard]] std::uint64_t bytes(std::uint64_t size) const { return array_.bytes(size); }

 private:
  // The last word of a record, which may be half a word.
  [[nodiscard]] std::uint64_t last_word(const std::byte* place) const {
    const std::size_t begin = (words_ - 1) * sizeof(std::uint64_t);
    if (bytes_ % sizeof(std::uint64_t) == 0) {
      std::uint64_t word = 0;
      std::memcpy(&word, place + begin, sizeof word);
      return word;
    }
    std::uint32_t half = 0;
    std::memcpy(&half, place + begin, sizeof half);
    return half;
  }

  std::size_t words_;
  std::size_t bytes_;
  AppendArray array_;
};

}  // namespace quorate
