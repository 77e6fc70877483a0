// A small set of rows of 64-bit words, numbered in the order of insertion. Several threads may look up at
// once while nothing is added.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/words.hpp"

namespace quorate {

class NumberedRows {
 public:
  explicit NumberedRows(std::size_t words) : words_(words), places_(16, none) {}

  struct Added {
    std::uint32_t number = 0;
    bool fresh = false;
  };
  Added add(const std::uint64_t* row) {
    if (2 * size() >= places_.size()) grow();
    std::uint32_t& place = places_[place_of(row)];
    if (place != none) return {place, false};
    place = size();
    rows_.insert(rows_.end(), row, row + words_);
    return {place, true};
  }
  [[nodiscard]] std::optional<std::uint32_t> find(const std::uint64_t* row) const {
    const std::uint32_t found = places_[place_of(row)];
    return found == none ? std::nullopt : std::optional(found);
  }
  [[nodiscard]] const std::uint64_t* operator[](std::uint32_t number) const {
    return rows_.data() + number * words_;
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size() / words_); }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  // The place of the row, or the free place for it.
  [[nodiscard]] std::size_t place_of(const std::uint64_t* row) const {
    std::size_t at = hash_of_words(row, words_) & (places_.size() - 1);
    while (places_[at] != none && !same_words((*this)[places_[at]], row, words_))
      at = (at + 1) & (places_.size() - 1);
    return at;
  }
  void grow() {
    places_.assign(2 * places_.size(), none);
    for (std::uint32_t number = 0; number < size(); ++number) places_[place_of((*this)[number])] = number;
  }

  std::size_t words_;  // at least one
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint32_t> places_;  // a power of two, at most half full
};

}  // namespace quorate
