// Cuts a leaf of the state tree out of a state: a row of 64-bit words, padded with zeros. Offsets and masks
// are computed once, since this is done for every step.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "store/state_tree.hpp"

namespace quorate {

class LeafCut {
 public:
  static constexpr std::size_t most_words = StateTree::largest_leaf / 2;

  // The 32-bit units from `begin` up to `end` of a state of `words` words.
  LeafCut(std::size_t begin, std::size_t end, std::size_t words) : odd_(begin % 2 != 0) {
    for (std::size_t i = 0; i < most_words; ++i) {
      const std::size_t unit = begin + 2 * i;  // the lower half of word i
      pieces_[i].word = static_cast<std::uint32_t>(std::min(unit / 2, words - 1));
      pieces_[i].next = static_cast<std::uint32_t>(std::min(unit / 2 + 1, words - 1));
      pieces_[i].mask = unit + 1 < end ? ~std::uint64_t{0} : unit < end ? 0xFFFF'FFFF : 0;
    }
  }

  // Words: the length of a row, at least what the leaf needs.
  template <std::size_t Words>
  void cut(const std::uint64_t* state, std::uint64_t* row) const {
    for (std::size_t i = 0; i < Words; ++i) row[i] = word<Words>(state, i);
  }
  template <std::size_t Words>
  [[nodiscard]] bool same(const std::uint64_t* a, const std::uint64_t* b) const {
    for (std::size_t i = 0; i < Words; ++i) {
      if (word<Words>(a, i) != word<Words>(b, i)) return false;
    }
    return true;
  }

 private:
  struct Piece {
    std::uint32_t word = 0;
    std::uint32_t next = 0;  // the one after it
    std::uint64_t mask = 0;  // the bits that belong to the leaf
  };

  template <std::size_t Words>
  [[nodiscard]] std::uint64_t word(const std::uint64_t* state, std::size_t i) const {
    static_assert(Words <= most_words);
    const Piece& piece = pieces_[i];
    const std::uint64_t here = state[piece.word];
    const std::uint64_t whole = odd_ ? (here >> 32) | (state[piece.next] << 32) : here;
    return whole & piece.mask;
  }

  bool odd_;
  std::array<Piece, most_words> pieces_;
};

}  // namespace quorate
