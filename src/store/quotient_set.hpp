// An exact set of keys of at most 64 bits each that stores fewer bits than the keys have. It gives keys no
// numbers, and is for one thread.
//
// Quotienting [Cleary 1984; in model checking Geldenhuys, Valmari 2003; van der Vegt, Laarman 2011]: a key is
// mixed by a bijection and split into the number of a bucket and a quotient. Only the quotient is stored,
// since the bucket gives the remainder. With n buckets that saves log2(n) bits a key and loses nothing: the
// key can be computed back, which is how the set grows. A bucket is a cache line with as many slots as the
// width of a quotient allows. A key whose bucket is full goes to a second one, by another bijection (a bit of
// the slot says which of the two); if that is full too, to a small overflow set of whole keys. Nothing is
// ever removed, so that a lookup ends at the first bucket that is not full.
//
// As in the NumberIndex there are segments, enlarged by a quarter each at different times, so that memory
// grows evenly. Rejected: linear probing with Cleary's virgin and change bits, which moves slots at each
// insertion and reads runs of buckets.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "store/zeroed_block.hpp"

namespace quorate {

// A bijection on the numbers below 2^bits, and its inverse.
class Mixing {
 public:
  Mixing(unsigned bits, std::uint64_t first_factor, std::uint64_t second_factor);
  [[nodiscard]] std::uint64_t mix(std::uint64_t key) const;
  [[nodiscard]] std::uint64_t unmix(std::uint64_t mixed) const;

 private:
  [[nodiscard]] std::uint64_t fold(std::uint64_t key) const { return key ^ (key >> shift_); }

  std::uint64_t mask_;
  unsigned shift_;
  std::array<std::uint64_t, 2> factors_;
  std::array<std::uint64_t, 2> inverses_;
};

class QuotientSet {
 public:
  static constexpr unsigned fewest_bits = 16;

  // For keys below 2^bits, with `bits` between fewest_bits and 64.
  explicit QuotientSet(unsigned bits);

  // Returns whether the key is new.
  bool insert(std::uint64_t key);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] unsigned bits() const { return bits_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  void prefetch(std::uint64_t key) const;

  // Calls visit for each key and frees the set segment by segment. The set cannot be used afterwards.
  template <typename Visit>
  void drain(const Visit& visit) {
    for (std::size_t s = 0; s < segment_count; ++s) {
      for (const std::uint64_t rest : taken_apart(s)) visit(joined(s, rest));
    }
  }

 private:
  static constexpr unsigned segment_bits = 6;
  static constexpr std::size_t segment_count = std::size_t{1} << segment_bits;
  static constexpr unsigned bucket_bits = 512;

  // The keys that found no slot: open addressing, at most two thirds full. A key is stored plus one, since 0
  // means free; it cannot overflow, since a rest has at most 58 bits.
  class Overflow {
   public:
    bool insert(std::uint64_t key);
    [[nodiscard]] bool has(std::uint64_t key) const;
    [[nodiscard]] std::uint64_t bytes() const { return places_.capacity() * sizeof(std::uint64_t); }
    void append_to(std::vector<std::uint64_t>& keys) const;

   private:
    [[nodiscard]] std::size_t find(std::uint64_t key) const;
    std::vector<std::uint64_t> places_;
    std::size_t size_ = 0;
  };
  struct Segment {
    ZeroedBlock memory;
    std::uint64_t buckets = 0;
    unsigned slot_bits = 0;
    unsigned slots = 0;  // in each bucket
    std::uint64_t size = 0;
    std::uint64_t most = 0;  // keys before it is enlarged
    std::uint32_t enlargements = 0;
    Overflow overflow;
  };
  // Where a rest may be, and the content of the slot that stands for it there.
  struct Slot {
    std::uint64_t bucket = 0;
    std::uint64_t content = 0;
  };

  [[nodiscard]] std::uint64_t joined(std::size_t segment, std::uint64_t rest) const;
  [[nodiscard]] Slot slot_of(const Segment& segment, std::uint64_t rest, bool second) const;
  [[nodiscard]] std::uint64_t rest_of(const Segment& segment, std::uint64_t bucket,
                                      std::uint64_t content) const;
  enum class Outcome { found, placed, full };
  static Outcome put(Segment& segment, const Slot& slot);
  bool insert_rest(Segment& segment, std::uint64_t rest);
  std::vector<std::uint64_t> taken_apart(std::size_t segment);
  void enlarge(std::size_t segment);
  void allot(Segment& segment, std::size_t position);

  unsigned bits_;
  unsigned rest_bits_;
  Mixing first_;
  Mixing second_;  // of the rest, for the second bucket
  std::vector<Segment> segments_;
  std::uint64_t size_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace quorate
