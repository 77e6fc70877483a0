// A set of records, numbered in the order of insertion: an append-only array (WordRows, NarrowPairs) and an
// index on it. The index takes about 7.6 bytes a record. Several threads may add at once by `try_add`; most
// other functions need that no other thread uses the set, as is said there.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/words.hpp"
#include "store/checkpoint_file.hpp"
#include "store/number_index.hpp"

namespace quorate {

// Pairs of old and new numbers.
using Moves = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Numbers that a thread has reserved and not used yet: from next up to end.
struct ReservedNumbers {
  std::uint32_t next = 0;
  std::uint32_t end = 0;
  std::uint32_t some = 16;  // how many are reserved at once
};

template <typename Rows>
class RecordSet {
 public:
  using Added = NumberIndex::Found;

  template <typename... Arguments>
  explicit RecordSet(Arguments&&... arguments) : records_(std::forward<Arguments>(arguments)...) {}

  // For one thread alone.
  Added add(const std::uint64_t* record, std::uint64_t hashed) {
    // The size is raised after the record was written: a failed allocation changes nothing.
    const auto add_next = [&] {
      return find_or_put(record, hashed, [&](const auto& put) {
        const std::uint32_t number = size();
        put(number);
        size_.store(number + 1, std::memory_order_relaxed);
        return number;
      });
    };
    std::optional<Added> added = add_next();
    while (!added) {
      grow(hashed);
      added = add_next();
    }
    if (added->fresh && wants_growth()) grow();
    return *added;
  }
  // For several threads. None: there is no room; the caller grows the set while no other thread uses it, and
  // repeats. After std::bad_alloc the last numbers may have no records: the set can only be counted and
  // looked up in.
  std::optional<Added> try_add(const std::uint64_t* record, std::uint64_t hashed) {
    return find_or_put(record, hashed, [&](const auto& put) {
      const std::uint32_t number = size_.fetch_add(1, std::memory_order_relaxed);
      put(number);
      return number;
    });
  }
  // The same for a thread that reserves several numbers at once, so that threads seldom write to the same
  // cache lines. Until close_gaps the size includes numbers that are reserved and have no record.
  std::optional<Added> try_add(const std::uint64_t* record, std::uint64_t hashed, ReservedNumbers& reserved) {
    return find_or_put(record, hashed, [&](const auto& put) {
      if (reserved.next == reserved.end) {
        reserved.next = size_.fetch_add(reserved.some, std::memory_order_relaxed);
        reserved.end = reserved.next + reserved.some;
      }
      put(reserved.next);  // if there is no memory for it, the number stays reserved
      return reserved.next++;
    });
  }
  // While no thread uses the set: gives back the reserved numbers that were not used; the last records move
  // into the gaps. Returns old and new numbers. If an allocation fails, nothing has changed.
  Moves close_gaps(const std::vector<ReservedNumbers*>& reserved);
  [[nodiscard]] bool wants_growth() const { return wants_growth(size()); }
  [[nodiscard]] bool wants_growth(std::uint32_t size) const { return index_.wants_growth(size); }
  // While no other thread uses the set.
  void grow(std::optional<std::uint64_t> crowded = std::nullopt) {
    for (const std::size_t segment : due(crowded, 1)) rebuild(segment);
    plan_growth();
  }
  // The same in parts, see NumberIndex.
  [[nodiscard]] std::vector<std::size_t> due(std::optional<std::uint64_t> crowded, std::size_t some) const {
    return index_.due(size(), crowded, some);
  }
  void rebuild(std::size_t segment) {
    index_.rebuild(
        segment, [&](std::uint32_t number) { records_.prefetch(number); },
        [&](std::uint32_t number) { return records_.hash(number); });
  }
  void plan_growth() { index_.plan_growth(); }
  void reserve(std::uint64_t elements) { index_.reserve(elements); }

  [[nodiscard]] std::optional<Added> find(const std::uint64_t* record, std::uint64_t hashed) const {
    return index_.find(hashed, [&](std::uint32_t number) { return records_.same(number, record); });
  }
  [[nodiscard]] decltype(auto) operator[](std::uint32_t number) const { return records_[number]; }
  [[nodiscard]] const Rows& rows() const { return records_; }
  // While no other thread uses the set.
  [[nodiscard]] Rows& rows() { return records_; }
  [[nodiscard]] std::uint32_t size() const { return size_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t bytes() const { return index_.bytes() + records_.bytes(size()); }

  // Writes the first `count` records.
  void write_to(CheckpointOutput& output, std::uint32_t count) const {
    output.value(std::uint64_t{count});
    std::vector<std::uint64_t> record(records_.words());
    for (std::uint32_t number = 0; number < count; ++number) {
      records_.copy_out(number, record.data());
      output.bytes(record.data(), record.size() * sizeof(std::uint64_t));
    }
  }
  // Fills an empty set. prepare(record): whether the record is well-formed; makes sure that it can be stored.
  // False if a record is not, if two are equal, if there are too many, or if some are missing.
  template <typename Prepare>
  bool read_from(CheckpointInput& input, const Prepare& prepare) {
    std::vector<std::uint64_t> record(records_.words());
    const std::uint64_t count = input.count(record.size() * sizeof(std::uint64_t));
    if (count > most_read) return false;
    for (std::uint64_t number = 0; number < count && input.good(); ++number) {
      input.bytes(record.data(), record.size() * sizeof(std::uint64_t));
      if (!prepare(record.data()) || !add(record.data(), hash_of_words(record.data(), record.size())).fresh)
        return false;
    }
    return input.good();
  }

  // Prefetching for a lookup: first the bucket, then, when that is in the cache, the record that is probably
  // equal.
  void prefetch_bucket(std::uint64_t hashed) const { index_.prefetch(hashed); }
  void prefetch_record(std::uint64_t hashed) const {
    if (const auto number = index_.guess(hashed)) records_.prefetch(*number);
  }

 private:
  static constexpr std::uint64_t most_read =
      0xFFFF'FF00;  // numbers have 32 bits, and a few mean something else

  // give(put): chooses a new number, calls put(number), and returns it.
  template <typename Give>
  std::optional<Added> find_or_put(const std::uint64_t* record, std::uint64_t hashed, const Give& give) {
    return index_.find_or_make(
        hashed, [&](std::uint32_t number) { return records_.same(number, record); },
        [&] { return give([&](std::uint32_t number) { records_.put(number, record); }); });
  }

  Rows records_;
  NumberIndex index_;
  alignas(64) std::atomic<std::uint32_t> size_{0};  // alone in its cache line: all threads write it
};

template <typename Rows>
Moves RecordSet<Rows>::close_gaps(const std::vector<ReservedNumbers*>& reserved) {
  std::vector<std::uint32_t> gaps;
  std::vector<std::uint64_t> record(records_.words());
  for (const ReservedNumbers* const numbers : reserved) {
    for (std::uint32_t gap = numbers->next; gap < numbers->end; ++gap) gaps.push_back(gap);
  }
  std::ranges::sort(gaps);
  Moves moves;
  moves.reserve(gaps.size());
  // All allocations are made before anything is moved. A gap that is filled lies below a record, so that its
  // chunk usually is there already.
  for (const std::uint32_t gap : gaps) {
    if (gap < size() - gaps.size()) records_.make_room(gap);
  }
  for (ReservedNumbers* const numbers : reserved) numbers->next = numbers->end;
  std::uint32_t last = size();
  for (std::size_t low = 0, high = gaps.size(); low < high;) {
    --last;
    if (last == gaps[high - 1]) {
      --high;
      continue;
    }
    const std::uint32_t gap = gaps[low++];
    records_.copy_out(last, record.data());
    records_.put(gap, record.data());
    index_.renumber(records_.hash(gap), last, gap);
    moves.emplace_back(last, gap);
  }
  size_.store(size() - static_cast<std::uint32_t>(gaps.size()), std::memory_order_relaxed);
  return moves;
}

}  // namespace quorate
