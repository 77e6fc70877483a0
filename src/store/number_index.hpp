// From hashes to numbers: the index of an append-only array of distinct elements (RecordSet), which several
// threads may extend at once.
//
// A bucket is one cache line with twelve slots: a byte of the hash (the tag; zero: free) and a 32-bit number
// each. All tags of a bucket are compared at once, so that a lookup touches one line of the index and, one
// time in twenty besides the hit, a wrong element. A slot is taken by compare-and-swap of its tag, then the
// element is written, then its number is published; who meets a taken slot with his own tag and no number yet
// waits for it. Slots are filled in the order in which they are probed and never freed: two threads with
// equal elements compete for the same slot, and the loser finds the winner's.
//
// The index consists of segments that are enlarged by three fifths each at different times, from nothing but
// the array's elements. So the memory never jumps, no pause is longer than the rebuilding of one segment, and
// between 56% and 89% of the slots are in use: about 7.6 bytes an element, each of which moves 1.7 times.
// Rejected: growing by two fifths and filling up to 84% (as many bytes, and up to a tenth more time), by a
// quarter and up to 92% (6.5 bytes, and a seventh more time again), doubling, one table rebuilt as a whole
// (pauses of seconds at 10^9), linear hashing (splitting single buckets needs overflow buckets above 70%).
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "store/zeroed_block.hpp"

namespace quorate {

class NumberIndex {
 public:
  NumberIndex();

  struct Found {
    std::uint32_t number = 0;
    bool fresh = false;
  };
  // same(number): is that the element? make(): writes the element and says its number, or throws. None: its
  // segment is too crowded; enlarge, while no other thread is inside, and ask again.
  template <typename Same, typename Make>
  std::optional<Found> find_or_make(std::uint64_t hash, const Same& same, const Make& make);
  template <typename Same>
  std::optional<Found> find(std::uint64_t hash, const Same& same) const;

  // The element of this hash and number gets another number. No other thread may be inside.
  void renumber(std::uint64_t hash, std::uint32_t from, std::uint32_t to);

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&first_bucket(hash)); }
  // A number that probably is the element's, so that it can be fetched before it is compared; none: probably
  // a new one.
  [[nodiscard]] std::optional<std::uint32_t> guess(std::uint64_t hash) const;

  // Whether so many elements want more room. There is always some left.
  [[nodiscard]] bool wants_growth(std::uint64_t size) const { return size >= next_growth_; }
  // Growing, while no thread is inside: the segments that want to be rebuilt for so many elements, and the
  // one of a hash that was too crowded; if there are any, the next ones too, `some` in all. Then each of
  // them, which several threads may do at once; then plan_growth.
  [[nodiscard]] std::vector<std::size_t> due(std::uint64_t size, std::optional<std::uint64_t> crowded,
                                             std::size_t some) const;
  template <typename Fetch, typename HashOf>
  void rebuild(std::size_t segment, const Fetch& fetch, const HashOf& hash_of);
  void plan_growth();
  // Of an empty index: as large as it would have grown with so many elements.
  void reserve(std::uint64_t elements);

  [[nodiscard]] std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t segment_bits = 4;
  static constexpr std::size_t segment_count = std::size_t{1} << segment_bits;
  static constexpr std::uint32_t slots = 12;
  static constexpr std::uint64_t longest_probe = 64;
  // The number of an element that could not be made; there are never so many.
  static constexpr std::uint32_t nobody = 0xFFFF'FFFE;

  // Tags of a bucket that equal one: bit k for slot k.
  struct Tags {
    explicit Tags(const std::array<std::atomic<std::uint64_t>, 2>& tags)
        : words{tags[0].load(std::memory_order_acquire), tags[1].load(std::memory_order_acquire)} {}
    [[nodiscard]] std::uint32_t equal_to(std::uint64_t tag) const;
    std::array<std::uint64_t, 2> words;
  };
  struct alignas(64) Bucket {
    std::array<std::atomic<std::uint64_t>, 2> tags;         // eight, then four
    std::array<std::atomic<std::uint32_t>, slots> numbers;  // plus one; 0: not published yet
  };
  struct Segment {
    Bucket* buckets = nullptr;
    std::uint64_t count = 0;
  };

  static std::uint64_t tag_of(std::uint64_t hash) {
    const std::uint64_t tag = hash & 0xFF;
    return tag == 0 ? 1 : tag;
  }
  [[nodiscard]] static std::uint64_t home(const Segment& segment, std::uint64_t hash) {
    return (((hash << segment_bits) >> 32) * segment.count) >> 32;
  }
  [[nodiscard]] const Segment& segment_of(std::uint64_t hash) const {
    return segments_[hash >> (64 - segment_bits)];
  }
  [[nodiscard]] const Bucket& first_bucket(std::uint64_t hash) const {
    const Segment& segment = segment_of(hash);
    return segment.buckets[home(segment, hash)];
  }
  static std::uint32_t published(const std::atomic<std::uint32_t>& number) {
    const std::uint32_t value = number.load(std::memory_order_acquire);
    return (value != 0 ? value : awaited(number)) - 1;
  }
  static std::uint32_t awaited(const std::atomic<std::uint32_t>& number);
  // How many elements the whole index may have before this segment is enlarged.
  static std::uint64_t threshold(const Segment& segment);
  struct Replaced {
    ZeroedBlock memory;
    Segment segment;
  };
  [[nodiscard]] std::uint64_t next_size(std::size_t segment) const;
  // All these leave the index as it was if there is no memory.
  Replaced enlarge(std::size_t segment);
  void put_back(std::size_t segment, Replaced old) noexcept;
  template <typename Fetch, typename HashOf>
  bool refill(const Segment& old, const Fetch& fetch, const HashOf& hash_of);
  // Of a new element, while no other thread is inside. False: its segment is too crowded.
  bool place(std::uint64_t hash, std::uint32_t number);

  std::array<Segment, segment_count> segments_;
  std::array<ZeroedBlock, segment_count> memory_;
  std::array<std::uint32_t, segment_count> enlargements_{};
  std::uint64_t next_growth_ = 0;
};

inline std::uint32_t NumberIndex::Tags::equal_to(std::uint64_t tag) const {
#ifdef __SSE2__
  const __m128i all = _mm_set_epi64x(static_cast<long long>(words[1]), static_cast<long long>(words[0]));
  const __m128i same = _mm_cmpeq_epi8(all, _mm_set1_epi8(static_cast<char>(tag)));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(same)) & ((1U << slots) - 1);
#else
  std::uint32_t found = 0;
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (((words[slot / 8] >> (slot % 8 * 8)) & 0xFF) == tag) found |= 1U << slot;
  }
  return found;
#endif
}

template <typename Same, typename Make>
std::optional<NumberIndex::Found> NumberIndex::find_or_make(std::uint64_t hash, const Same& same,
                                                            const Make& make) {
  const Segment segment = segment_of(hash);
  const std::uint64_t tag = tag_of(hash);
  std::uint64_t at = home(segment, hash);
  for (std::uint64_t probe = 0; probe < longest_probe; ++probe) {
    Bucket& bucket = segment.buckets[at];
    for (;;) {
      const Tags tags(bucket.tags);
      for (std::uint32_t hits = tags.equal_to(tag); hits != 0; hits &= hits - 1) {
        const std::uint32_t number =
            published(bucket.numbers[static_cast<std::size_t>(std::countr_zero(hits))]);
        if (number != nobody && same(number)) return Found{number, false};
      }
      const std::uint32_t free = tags.equal_to(0);
      if (free == 0) break;
      const auto slot = static_cast<std::size_t>(std::countr_zero(free));
      std::uint64_t expected = tags.words[slot / 8];
      const std::uint64_t taken = expected | (tag << (slot % 8 * 8));
      // Another thread was faster: it may have brought the same element.
      if (!bucket.tags[slot / 8].compare_exchange_strong(expected, taken, std::memory_order_acq_rel))
        continue;
      // Others may be waiting for the number: if there is no memory for the element they get one that is
      // nobody's, and look on.
      std::uint32_t number = nobody;
      try {
        number = make();
      } catch (...) {
        bucket.numbers[slot].store(nobody + 1, std::memory_order_release);
        throw;
      }
      bucket.numbers[slot].store(number + 1, std::memory_order_release);
      return Found{number, true};
    }
    at = at + 1 == segment.count ? 0 : at + 1;
  }
  return std::nullopt;
}

inline bool NumberIndex::place(std::uint64_t hash, std::uint32_t number) {
  const Segment segment = segment_of(hash);
  std::uint64_t at = home(segment, hash);
  for (std::uint64_t probe = 0; probe < longest_probe; ++probe) {
    Bucket& bucket = segment.buckets[at];
    const Tags tags(bucket.tags);
    if (const std::uint32_t free = tags.equal_to(0); free != 0) {
      const auto slot = static_cast<std::size_t>(std::countr_zero(free));
      bucket.tags[slot / 8].store(tags.words[slot / 8] | (tag_of(hash) << (slot % 8 * 8)),
                                  std::memory_order_relaxed);
      bucket.numbers[slot].store(number + 1, std::memory_order_relaxed);
      return true;
    }
    at = at + 1 == segment.count ? 0 : at + 1;
  }
  return false;
}

template <typename Same>
std::optional<NumberIndex::Found> NumberIndex::find(std::uint64_t hash, const Same& same) const {
  const Segment segment = segment_of(hash);
  const std::uint64_t tag = tag_of(hash);
  std::uint64_t at = home(segment, hash);
  for (std::uint64_t probe = 0; probe < longest_probe; ++probe) {
    const Bucket& bucket = segment.buckets[at];
    const Tags tags(bucket.tags);
    for (std::uint32_t hits = tags.equal_to(tag); hits != 0; hits &= hits - 1) {
      const std::uint32_t number =
          published(bucket.numbers[static_cast<std::size_t>(std::countr_zero(hits))]);
      if (number != nobody && same(number)) return Found{number, false};
    }
    if (tags.equal_to(0) != 0) return std::nullopt;
    at = at + 1 == segment.count ? 0 : at + 1;
  }
  return std::nullopt;
}

template <typename Fetch, typename HashOf>
void NumberIndex::rebuild(std::size_t segment, const Fetch& fetch, const HashOf& hash_of) {
  Replaced old = enlarge(segment);
  try {
    while (!refill(old.segment, fetch, hash_of)) enlarge(segment);
  } catch (...) {
    put_back(segment, std::move(old));
    throw;
  }
}

// False if the new segment is too crowded as well.
template <typename Fetch, typename HashOf>
bool NumberIndex::refill(const Segment& old, const Fetch& fetch, const HashOf& hash_of) {
  constexpr std::uint64_t ahead = 4;  // buckets whose elements are on their way
  const auto numbers_of = [&](std::uint64_t b, const auto& visit) {
    for (const auto& number : old.buckets[b].numbers) {
      const std::uint32_t value = number.load(std::memory_order_relaxed);
      if (value == nobody + 1) continue;
      if (value == 0 || !visit(value - 1)) return value == 0;
    }
    return true;
  };
  const auto fetch_bucket = [&](std::uint64_t b) {
    numbers_of(b, [&](std::uint32_t number) {
      fetch(number);
      return true;
    });
  };
  for (std::uint64_t b = 0; b < std::min(ahead, old.count); ++b) fetch_bucket(b);
  for (std::uint64_t b = 0; b < old.count; ++b) {
    if (b + ahead < old.count) fetch_bucket(b + ahead);
    const bool placed = numbers_of(b, [&](std::uint32_t number) { return place(hash_of(number), number); });
    if (!placed) return false;
  }
  return true;
}

}  // namespace quorate
