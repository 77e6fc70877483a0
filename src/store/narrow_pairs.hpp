// The array of a RecordSet of pairs of 32-bit numbers, most of which are small. A pair is stored in five
// bytes, 20 bits for each number; when a greater number occurs all pairs are moved to records of six, seven
// or eight bytes. A row is one 64-bit word with the left number in its lower half.
//
// A record is read and written as two overlapping words of four bytes within its own bytes, so that threads
// may write neighbouring records at once.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "base/words.hpp"
#include "store/append_array.hpp"

namespace quorate {

[[nodiscard]] inline std::uint64_t pair_of(std::uint32_t left, std::uint32_t right) {
  return left | (std::uint64_t{right} << 32);
}
[[nodiscard]] inline std::uint32_t left_of(std::uint64_t pair) {
  return static_cast<std::uint32_t>(pair);
}
[[nodiscard]] inline std::uint32_t right_of(std::uint64_t pair) {
  return static_cast<std::uint32_t>(pair >> 32);
}

class NarrowPairs {
 public:
  static constexpr unsigned fewest_bytes = 5;

  NarrowPairs() : NarrowPairs(fewest_bytes, 4 * fewest_bytes) {}
  // For rows that are single words of so many bits, not pairs.
  static NarrowPairs of_words(std::size_t bits) {
    return {std::max(fewest_bytes, static_cast<unsigned>((bits + 7) / 8)), 32};
  }

  [[nodiscard]] static std::size_t words() { return 1; }
  [[nodiscard]] bool fits(std::uint64_t pair) const {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(pair)) >> half_bits_ == 0 &&
           (pair >> 32) >> (8 * bytes_ - half_bits_) == 0;
  }
  // Makes records wider until this pair fits. No other thread may use the array meanwhile. If an allocation
  // fails, nothing has changed.
  void widen(std::uint64_t pair, std::uint32_t size) {
    while (!fits(pair)) {
      NarrowPairs wider(bytes_ + 1, 4 * (bytes_ + 1));
      wider.array_->take_over(*array_, size,
                              [&](const std::byte* from, std::byte* to) { wider.write(to, load(from)); });
      *this = std::move(wider);
    }
  }

  [[nodiscard]] std::uint64_t operator[](std::uint32_t number) const { return load((*array_)[number]); }
  [[nodiscard]] bool same(std::uint32_t number, const std::uint64_t* row) const {
    return (*this)[number] == *row;
  }
  [[nodiscard]] std::uint64_t hash(std::uint32_t number) const {
    const std::uint64_t pair = (*this)[number];
    return hash_of_words(&pair, 1);
  }
  void copy_out(std::uint32_t number, std::uint64_t* row) const { *row = (*this)[number]; }
  // It must fit.
  void put(std::uint32_t number, const std::uint64_t* row) { write(array_->at(number), *row); }
  void make_room(std::uint32_t number) { array_->at(number); }
  void prefetch(std::uint32_t number) const { array_->prefetch(number); }
  [[nodiscard]] std::uint64_t bytes(std::uint64_t size) const { return array_->bytes(size); }

 private:
  NarrowPairs(unsigned bytes, unsigned half_bits)
      : bytes_(bytes), half_bits_(half_bits), array_(std::make_unique<AppendArray>(bytes)) {}

  [[nodiscard]] std::uint64_t load(const std::byte* place) const {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::memcpy(&low, place, sizeof low);
    std::memcpy(&high, place + bytes_ - sizeof high, sizeof high);
    const std::uint64_t packed = low | (std::uint64_t{high} >> (64 - 8 * bytes_) << 32);
    return (packed & ((std::uint64_t{1} << half_bits_) - 1)) | (packed >> half_bits_ << 32);
  }
  void write(std::byte* place, std::uint64_t pair) const {
    const std::uint64_t packed = static_cast<std::uint32_t>(pair) | (pair >> 32 << half_bits_);
    const auto low = static_cast<std::uint32_t>(packed);
    const auto high = static_cast<std::uint32_t>(packed >> (8 * bytes_ - 32));
    std::memcpy(place, &low, sizeof low);
    std::memcpy(place + bytes_ - sizeof high, &high, sizeof high);
  }

  unsigned bytes_;      // size of a record
  unsigned half_bits_;  // bits of the left number
  std::unique_ptr<AppendArray> array_;
};

}  // namespace quorate
