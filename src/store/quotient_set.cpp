// The quotient set of quotient_set.hpp, bit by bit.
//
// The mixing alternates x ^ (x >> half of the bits) with multiplication by an odd number: both are bijections
// on the numbers below 2^bits, and both are easily inverted. The highest bits of the mixed key choose a
// segment; the others, the "rest", are divided by the number of buckets: the remainder is the bucket, the
// quotient is stored, with a bit for first or second bucket and plus one, so that 0 means a free slot. A
// segment grows by computing its rests back and inserting them into a larger one.
#include "store/quotient_set.hpp"

#include <bit>
#include <cassert>

#include "base/words.hpp"
#include "store/staggered_size.hpp"

namespace quorate {

namespace {

constexpr double most_filled = 0.88;
constexpr std::uint64_t fewest_buckets = 4;
constexpr double quotient_growth = 1.25;

// The inverse modulo 2^64, by Newton's iteration: the number itself is right in its lowest three bits, and
// each turn doubles the number of right bits.
std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}

std::uint64_t mask_of(unsigned bits) {
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

// A slot of a bucket of eight words; it may extend over two of them.
std::uint64_t read_slot(const std::uint64_t* bucket, unsigned at, unsigned width) {
  const unsigned word = at / 64;
  const unsigned offset = at % 64;
  std::uint64_t value = bucket[word] >> offset;
  if (offset + width > 64) value |= bucket[word + 1] << (64 - offset);
  return value & mask_of(width);
}

void write_slot(std::uint64_t* bucket, unsigned at, unsigned width, std::uint64_t value) {
  const unsigned word = at / 64;
  const unsigned offset = at % 64;
  bucket[word] |= value << offset;
  if (offset + width > 64) bucket[word + 1] |= value >> (64 - offset);
}

}  // namespace

// x ^ (x >> shift) is its own inverse if the shift is at least half of the bits.
Mixing::Mixing(unsigned bits, std::uint64_t first_factor, std::uint64_t second_factor)
    : mask_(mask_of(bits)),
      shift_((bits + 1) / 2),
      factors_{first_factor | 1, second_factor | 1},
      inverses_{inverse_of(factors_[0]), inverse_of(factors_[1])} {}

std::uint64_t Mixing::mix(std::uint64_t key) const {
  key = (fold(key) * factors_[0]) & mask_;
  key = (fold(key) * factors_[1]) & mask_;
  return fold(key);
}

std::uint64_t Mixing::unmix(std::uint64_t mixed) const {
  mixed = (fold(mixed) * inverses_[1]) & mask_;
  mixed = (fold(mixed) * inverses_[0]) & mask_;
  return fold(mixed);
}

std::size_t QuotientSet::Overflow::find(std::uint64_t key) const {
  const std::uint64_t kept = key + 1;
  std::size_t at = hash_of_words(&kept, 1) & (places_.size() - 1);
  while (places_[at] != 0 && places_[at] != kept) at = (at + 1) & (places_.size() - 1);
  return at;
}

bool QuotientSet::Overflow::has(std::uint64_t key) const {
  return !places_.empty() && places_[find(key)] != 0;
}

bool QuotientSet::Overflow::insert(std::uint64_t key) {
  if (3 * (size_ + 1) > 2 * places_.size()) {
    std::vector<std::uint64_t> keys;
    append_to(keys);
    places_ = std::vector<std::uint64_t>(std::max<std::size_t>(8, 2 * places_.size()), 0);
    for (const std::uint64_t old : keys) places_[find(old)] = old + 1;
  }
  std::uint64_t& place = places_[find(key)];
  if (place != 0) return false;
  place = key + 1;
  ++size_;
  return true;
}

void QuotientSet::Overflow::append_to(std::vector<std::uint64_t>& keys) const {
  for (const std::uint64_t kept : places_) {
    if (kept != 0) keys.push_back(kept - 1);
  }
}

QuotientSet::QuotientSet(unsigned bits)
    : bits_(bits),
      rest_bits_(bits - segment_bits),
      first_(bits, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9),
      second_(rest_bits_, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F),
      segments_(segment_count) {
  assert(bits >= fewest_bits && bits <= 64);
  for (std::size_t s = 0; s < segment_count; ++s) allot(segments_[s], s);
}

void QuotientSet::allot(Segment& segment, std::size_t position) {
  segment.buckets =
      staggered_size(fewest_buckets, quotient_growth, position, segment_count, segment.enlargements++);
  const std::uint64_t greatest = 2 * (mask_of(rest_bits_) / segment.buckets) + 2;
  segment.slot_bits = static_cast<unsigned>(std::bit_width(greatest));
  segment.slots = bucket_bits / segment.slot_bits;
  segment.most =
      static_cast<std::uint64_t>(static_cast<double>(segment.buckets) * segment.slots * most_filled);
  segment.size = 0;
  segment.memory = ZeroedBlock(segment.buckets * bucket_bits / 8, ZeroedBlock::Pages::at_once);
  segment.overflow = {};
  bytes_ += segment.memory.bytes();
}

std::uint64_t QuotientSet::joined(std::size_t segment, std::uint64_t rest) const {
  return first_.unmix((std::uint64_t{segment} << rest_bits_) | rest);
}

QuotientSet::Slot QuotientSet::slot_of(const Segment& segment, std::uint64_t rest, bool second) const {
  const std::uint64_t mixed = second ? second_.mix(rest) : rest;
  return {mixed % segment.buckets, 1 + 2 * (mixed / segment.buckets) + (second ? 1 : 0)};
}

std::uint64_t QuotientSet::rest_of(const Segment& segment, std::uint64_t bucket,
                                   std::uint64_t content) const {
  const std::uint64_t mixed = (content - 1) / 2 * segment.buckets + bucket;
  return (content - 1) % 2 != 0 ? second_.unmix(mixed) : mixed;
}

QuotientSet::Outcome QuotientSet::put(Segment& segment, const Slot& slot) {
  std::uint64_t* const bucket = segment.memory.as<std::uint64_t>() + slot.bucket * (bucket_bits / 64);
  const unsigned width = segment.slot_bits;
  for (unsigned k = 0; k < segment.slots; ++k) {
    const std::uint64_t there = read_slot(bucket, k * width, width);
    if (there == slot.content) return Outcome::found;
    if (there != 0) continue;
    write_slot(bucket, k * width, width, slot.content);
    return Outcome::placed;
  }
  return Outcome::full;
}

bool QuotientSet::insert_rest(Segment& segment, std::uint64_t rest) {
  for (const bool second : {false, true}) {
    const Outcome outcome = put(segment, slot_of(segment, rest, second));
    if (outcome != Outcome::full) return outcome == Outcome::placed;
  }
  const std::uint64_t before = segment.overflow.bytes();
  const bool fresh = segment.overflow.insert(rest);
  bytes_ += segment.overflow.bytes() - before;
  return fresh;
}

bool QuotientSet::insert(std::uint64_t key) {
  const std::uint64_t mixed = first_.mix(key);
  const std::size_t position = mixed >> rest_bits_;
  Segment& segment = segments_[position];
  if (!insert_rest(segment, mixed & mask_of(rest_bits_))) return false;
  ++size_;
  if (++segment.size > segment.most) enlarge(position);
  return true;
}

void QuotientSet::prefetch(std::uint64_t key) const {
  const std::uint64_t mixed = first_.mix(key);
  const Segment& segment = segments_[mixed >> rest_bits_];
  const Slot slot = slot_of(segment, mixed & mask_of(rest_bits_), false);
  __builtin_prefetch(segment.memory.as<std::uint64_t>() + slot.bucket * (bucket_bits / 64));
}

std::vector<std::uint64_t> QuotientSet::taken_apart(std::size_t segment) {
  Segment& old = segments_[segment];
  std::vector<std::uint64_t> rests;
  rests.reserve(old.size);
  for (std::uint64_t b = 0; b < old.buckets; ++b) {
    const std::uint64_t* const bucket = old.memory.as<std::uint64_t>() + b * (bucket_bits / 64);
    for (unsigned k = 0; k < old.slots; ++k) {
      const std::uint64_t content = read_slot(bucket, k * old.slot_bits, old.slot_bits);
      if (content == 0) break;
      rests.push_back(rest_of(old, b, content));
    }
  }
  old.overflow.append_to(rests);
  bytes_ -= old.memory.bytes() + old.overflow.bytes();
  old.memory = ZeroedBlock();
  return rests;
}

void QuotientSet::enlarge(std::size_t position) {
  const std::vector<std::uint64_t> rests = taken_apart(position);
  Segment& segment = segments_[position];
  allot(segment, position);
  for (const std::uint64_t rest : rests) insert_rest(segment, rest);
  segment.size = rests.size();
}

}  // namespace quorate
