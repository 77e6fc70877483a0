// An array of records of some bytes each that only grows, whose records never move, and that several
// threads may extend at once. Chunk k holds twice as many records as chunk k - 1, so that the place of a
// record follows from the highest bit of its number and a few pointers are all there is to look up. A chunk's
// memory is taken from the kernel as it is touched: nothing is copied and nothing is reserved twice.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "store/zeroed_block.hpp"

namespace quorate {

class AppendArray {
 public:
  explicit AppendArray(std::size_t record_bytes) : record_bytes_(record_bytes) {}

  // The record must have been made by `at` before.
  [[nodiscard]] const std::byte* operator[](std::uint32_t number) const {
    const Place place(number);
    return chunks_[place.chunk].load(std::memory_order_acquire) + place.offset * record_bytes_;
  }
  void prefetch(std::uint32_t number) const {
    const Place place(number);
    __builtin_prefetch(chunks_[place.chunk].load(std::memory_order_relaxed) + place.offset * record_bytes_);
  }
  // Makes room for it if it is new.
  std::byte* at(std::uint32_t number) {
    const Place place(number);
    std::byte* chunk = chunks_[place.chunk].load(std::memory_order_acquire);
    if (chunk == nullptr) chunk = make(place.chunk);
    return chunk + place.offset * record_bytes_;
  }
  // Memory in use if the first `size` records were written.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t size) const {
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < blocks_.size() && begin_of(k) < size; ++k) {
      if (chunks_[k].load(std::memory_order_acquire) == nullptr) break;
      sum += blocks_[k].touched(std::min((size - begin_of(k)) * record_bytes_, blocks_[k].bytes()));
    }
    return sum;
  }

  // Moves the first `size` records of another array here, by convert(from, to) for each. The other's memory
  // is given back chunk by chunk. All chunks are made first: a failed allocation then leaves the other whole.
  template <typename Convert>
  void take_over(AppendArray& other, std::uint64_t size, const Convert& convert) {
    for (std::size_t k = 0; k < blocks_.size() && begin_of(k) < size; ++k)
      at(static_cast<std::uint32_t>(begin_of(k)));
    for (std::size_t k = 0; k < blocks_.size() && begin_of(k) < size; ++k) {
      const std::uint64_t end = std::min(size, begin_of(k + 1));
      for (std::uint64_t number = begin_of(k); number < end; ++number) {
        const auto place = static_cast<std::uint32_t>(number);
        convert(other[place], at(place));
      }
      other.chunks_[k].store(nullptr);
      other.blocks_[k] = ZeroedBlock();
    }
  }

 private:
  static constexpr std::uint32_t first_bits = 10;
  static constexpr std::size_t chunk_count = 33 - first_bits;

  struct Place {
    explicit Place(std::uint32_t number) {
      const std::uint64_t shifted = number + (std::uint64_t{1} << first_bits);
      const auto width = static_cast<std::uint32_t>(std::bit_width(shifted)) - 1;
      chunk = width - first_bits;
      offset = shifted - (std::uint64_t{1} << width);
    }
    std::uint32_t chunk = 0;
    std::uint64_t offset = 0;
  };

  static std::uint64_t begin_of(std::size_t chunk) {
    return (std::uint64_t{1} << (chunk + first_bits)) - (std::uint64_t{1} << first_bits);
  }

  std::byte* make(std::uint32_t chunk) {
    const std::lock_guard lock(making_);
    std::byte* made = chunks_[chunk].load(std::memory_order_acquire);
    if (made != nullptr) return made;
    blocks_[chunk] = ZeroedBlock(record_bytes_ << (chunk + first_bits));
    made = blocks_[chunk].as<std::byte>();
    chunks_[chunk].store(made, std::memory_order_release);
    return made;
  }

  std::size_t record_bytes_;
  std::array<std::atomic<std::byte*>, chunk_count> chunks_{};
  std::array<ZeroedBlock, chunk_count> blocks_;
  std::mutex making_;
};

}  // namespace quorate
