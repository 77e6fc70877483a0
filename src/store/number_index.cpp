// The rare operations of the index: growing, renumbering, waiting for a number. number_index.hpp explains the
// table and has the operations of every step.
//
// Segments are enlarged by the same factor, one after the other (staggered_size.hpp). The threshold of a
// segment is a number of elements in the whole index, since hashes spread these evenly; small segments get a
// lower fill, as their share varies more. A rebuilding that fails for lack of memory puts the old segment
// back, so that everything stored can still be found.
#include "store/number_index.hpp"

#include <algorithm>
#include <thread>

#include "store/staggered_size.hpp"

namespace quorate {

namespace {

constexpr double greatest_fill = 0.89;
constexpr std::uint64_t first_buckets = 8;
constexpr double index_growth = 1.6;

}  // namespace

NumberIndex::NumberIndex() {
  for (std::size_t s = 0; s < segment_count; ++s) enlarge(s);
  plan_growth();
}

std::optional<std::uint32_t> NumberIndex::guess(std::uint64_t hash) const {
  const Bucket& bucket = first_bucket(hash);
  const std::uint32_t hits = Tags(bucket.tags).equal_to(tag_of(hash));
  if (hits == 0) return std::nullopt;
  const auto slot = static_cast<std::size_t>(std::countr_zero(hits));
  const std::uint32_t number = bucket.numbers[slot].load(std::memory_order_acquire);
  return number == 0 || number == nobody + 1 ? std::nullopt : std::optional(number - 1);
}

void NumberIndex::renumber(std::uint64_t hash, std::uint32_t from, std::uint32_t to) {
  const Segment segment = segment_of(hash);
  std::uint64_t at = home(segment, hash);
  for (std::uint64_t probe = 0; probe < longest_probe; ++probe) {
    for (auto& number : segment.buckets[at].numbers) {
      if (number.load(std::memory_order_relaxed) != from + 1) continue;
      number.store(to + 1, std::memory_order_relaxed);
      return;
    }
    at = at + 1 == segment.count ? 0 : at + 1;
  }
}

std::uint32_t NumberIndex::awaited(const std::atomic<std::uint32_t>& number) {
  std::uint32_t value = 0;
  for (int spins = 0; value == 0; ++spins) {
    // The writing thread needs a few instructions more, unless it was suspended there.
    if (spins > 100) std::this_thread::yield();
    value = number.load(std::memory_order_acquire);
  }
  return value;
}

// The fill is lower in small segments, whose share of the elements deviates more from the mean.
std::uint64_t NumberIndex::threshold(const Segment& segment) {
  const double places = static_cast<double>(segment.count) * slots;
  const double fill = std::max(0.3, greatest_fill - 1.5 / std::sqrt(places));
  return static_cast<std::uint64_t>(places * fill) * segment_count;
}

std::uint64_t NumberIndex::next_size(std::size_t segment) const {
  return staggered_size(first_buckets, index_growth, segment, segment_count, enlargements_[segment]);
}

void NumberIndex::reserve(std::uint64_t elements) {
  for (std::size_t s = 0; s < segment_count; ++s) {
    if (threshold(segments_[s]) > elements) continue;
    while (threshold({nullptr, next_size(s)}) <= elements) ++enlargements_[s];
    enlarge(s);
  }
  plan_growth();
}

NumberIndex::Replaced NumberIndex::enlarge(std::size_t segment) {
  const std::uint64_t buckets = next_size(segment);
  ZeroedBlock larger(buckets * sizeof(Bucket), ZeroedBlock::Pages::at_once);
  Replaced old{std::move(memory_[segment]), segments_[segment]};
  ++enlargements_[segment];
  memory_[segment] = std::move(larger);
  segments_[segment] = {memory_[segment].as<Bucket>(), buckets};
  return old;
}

void NumberIndex::put_back(std::size_t segment, Replaced old) noexcept {
  memory_[segment] = std::move(old.memory);
  segments_[segment] = old.segment;
}

std::vector<std::size_t> NumberIndex::due(std::uint64_t size, std::optional<std::uint64_t> crowded,
                                          std::size_t some) const {
  std::vector<std::size_t> wanted;
  std::vector<std::size_t> others;
  for (std::size_t s = 0; s < segment_count; ++s) {
    const bool asked = crowded && (*crowded >> (64 - segment_bits)) == s;
    (asked || threshold(segments_[s]) <= size ? wanted : others).push_back(s);
  }
  if (wanted.empty() || wanted.size() >= some) return wanted;
  std::ranges::sort(others, {}, [&](std::size_t s) { return threshold(segments_[s]); });
  others.resize(std::min(others.size(), some - wanted.size()));
  wanted.insert(wanted.end(), others.begin(), others.end());
  return wanted;
}

std::uint64_t NumberIndex::bytes() const {
  std::uint64_t sum = 0;
  for (const ZeroedBlock& block : memory_) sum += block.bytes();
  return sum;
}

void NumberIndex::plan_growth() {
  next_growth_ = UINT64_MAX;
  for (const Segment& segment : segments_) next_growth_ = std::min(next_growth_, threshold(segment));
}

}  // namespace quorate
