// Small numbers side by side in the words of a state, each within one word: the layout of the states of
// instances and of abstractions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "system/seam/transition_system.hpp"

namespace quorate {

inline std::uint64_t mask_of_width(std::uint32_t width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

struct PackedField {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  std::uint32_t width = 0;

  [[nodiscard]] std::uint64_t load(const std::uint64_t* state) const {
    return (state[word] >> shift) & mask_of_width(width);
  }
  void store(std::uint64_t* state, std::uint64_t value) const {
    state[word] = (state[word] & ~(mask_of_width(width) << shift)) | (value << shift);
  }
};

// One field after the other.
class FieldPacker {
 public:
  PackedField next(std::uint32_t width) {
    if (bits_ % 64 + width > 64) bits_ += 64 - bits_ % 64;
    const PackedField field{static_cast<std::uint32_t>(bits_ / 64), static_cast<std::uint32_t>(bits_ % 64),
                            width};
    bits_ += width;
    return field;
  }
  // Of a state with all fields so far.
  [[nodiscard]] Shape shape() const { return {std::max<std::size_t>(1, (bits_ + 63) / 64), bits_}; }

 private:
  std::size_t bits_ = 0;
};

}  // namespace quorate
