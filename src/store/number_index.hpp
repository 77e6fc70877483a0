// A concurrent hash table from hashes to numbers: the index of an append-only array of distinct elements
// (RecordSet).
//
// A bucket is one cache line with twelve slots: a byte of the hash (the tag; zero: free) and a 32-bit number
// each. All tags of a bucket are compared at once, so that a lookup usually touches one line of the index and
// one element; one lookup in twenty also compares a wrong element with the same tag. A thread takes a slot by
// compare-and-swap of its tag, writes the element, and then publishes its number. A thread that meets a taken
// slot with its own tag and no number waits for the number. Slots are filled in probing order and never
// freed: two threads with equal elements compete for the same slot, and the loser finds the winner's element.
//
// The index consists of segments, each of which is enlarged by a factor of 1.6, at different times; a segment
// is rebuilt from its old slots and the elements' hashes. So the memory grows evenly, no pause is longer than
// the rebuilding of one segment, and between 56% and 89% of the slots are in use: about 7.6 bytes an element,
// each of which is moved 1.7 times. Rejected: growing by two fifths and filling up to 84% (as many bytes, and
// up to a tenth more time), by a quarter and up to 92% (6.5 bytes, and a seventh more time again), doubling,
// one table rebuilt as a whole (pauses of seconds at 10^9), linear hashing (splitting single buckets needs
// overflow buckets above 70%).
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
  // same(number): whether that is the element. make(): writes the element and returns its number, or throws.
  // None: the segment is too full. The caller enlarges it while no other thread uses the index, and repeats.
  template <typename Same, typename Make>
  std::optional<Found> find_or_make(std::uint64_t hash, const Same& same, const Make& make);
  template <typename Same>
  std::optional<Found> find(std::uint64_t hash, const Same& same) const;

  // The element with this hash and number gets another number. No other thread may use the index meanwhile.
  void renumber(std::uint64_t hash, std::uint32_t from, std::uint32_t to);

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&first_bucket(hash)); }
  // The probable number of an element with this hash, for prefetching. None: it is probably new.
  [[nodiscard]] std::optional<std::uint32_t> guess(std::uint64_t hash) const;

  // Whether segments should be enlarged at this number of elements; there still is room then.
  [[nodiscard]] bool wants_growth(std::uint64_t size) const { return size >= next_growth_; }
  // Growing takes three calls, while no thread inserts or looks up. `due`: the segments to rebuild for this
  // number of elements, that of the hash `crowded` among them; if there are any, the list is filled up to
  // `some` with those that would be next. `rebuild` of each, which several threads may do at once.
  // `plan_growth`.
  [[nodiscard]] std::vector<std::size_t> due(std::uint64_t size, std::optional<std::uint64_t> crowded,
                                             std::size_t some) const;
  template <typename Fetch, typename HashOf>
  void rebuild(std::size_t segment, const Fetch& fetch, const HashOf& hash_of);
  void plan_growth();
  // Makes an empty index as large as it would be with so many elements.
  void reserve(std::uint64_t elements);

  [[nodiscard]] std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t segment_bits = 4;
  static constexpr std::size_t segment_count = std::size_t{1} << segment_bits;
  static constexpr std::uint32_t slots = 12;
  static constexpr std::uint64_t longest_probe = 64;
  // Marks a slot whose element could not be made. Greater than every number of an element.
  static constexpr std::uint32_t nobody = 0xFFFF'FFFE;

  // The tags of a bucket; equal_to sets bit k if slot k has this tag.
  struct Tags {
    explicit Tags(const std::array<std::atomic<std::uint64_t>, 2>& tags)
        : words{tags[0].load(std::memory_order_acquire), tags[1].load(std::memory_order_acquire)} {}
    [[nodiscard]] std::uint32_t equal_to(std::uint64_t tag) const;
    std::array<std::uint64_t, 2> words;
  };
  struct alignas(64) Bucket {
    std::array<std::atomic<std::uint64_t>, 2> tags;         // of slots 0 to 7, and 8 to 11
    std::array<std::atomic<std::uint32_t>, slots> numbers;  // number plus one; 0: not published yet
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
  // The number of elements of the whole index at which this segment is enlarged.
  static std::uint64_t threshold(const Segment& segment);
  struct Replaced {
    ZeroedBlock memory;
    Segment segment;
  };
  [[nodiscard]] std::uint64_t next_size(std::size_t segment) const;
  // If an allocation fails these leave the index unchanged.
  Replaced enlarge(std::size_t segment);
  void put_back(std::size_t segment, Replaced old) noexcept;
  template <typename Fetch, typename HashOf>
  bool refill(const Segment& old, const Fetch& fetch, const HashOf& hash_of);
  // Inserts an element that is known to be new, while no other thread uses its segment. False: the segment is
  // too full.
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
      // Another thread took the slot first, perhaps for the same element: look at the bucket again.
      if (!bucket.tags[slot / 8].compare_exchange_strong(expected, taken, std::memory_order_acq_rel))
        continue;
      // Others may be waiting for the number. If making the element fails they get `nobody` and go on
      // probing.
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

// False if the new segment is too full as well.
template <typename Fetch, typename HashOf>
bool NumberIndex::refill(const Segment& old, const Fetch& fetch, const HashOf& hash_of) {
  constexpr std::uint64_t ahead = 4;  // buckets whose elements are being prefetched
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
