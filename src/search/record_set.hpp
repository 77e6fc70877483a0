// A set of records of some 64-bit words each, numbered in the order of insertion: an append-only array and an
// index on it. Its index takes about 6.5 bytes a record. Several threads may add at once; what they must not
// do at once is written at the functions.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/append_array.hpp"
#include "search/checkpoint_file.hpp"
#include "search/number_index.hpp"
#include "search/words.hpp"

namespace quorate {

class RecordSet {
 public:
  using Added = NumberIndex::Found;

  explicit RecordSet(std::size_t words) : words_(words), records_(words) {}

  [[nodiscard]] std::uint64_t hash(const std::uint64_t* record) const {
    return hash_of_words(record, words_);
  }

  // For one thread alone.
  Added add(const std::uint64_t* record, std::uint64_t hashed) {
    std::optional<Added> added = try_add(record, hashed);
    while (!added) {
      grow(hashed);
      added = try_add(record, hashed);
    }
    if (added->fresh && wants_growth()) grow();
    return *added;
  }
  // For several threads. None: no room; grow while no other thread is inside, and try again.
  std::optional<Added> try_add(const std::uint64_t* record, std::uint64_t hashed) {
    return try_add(record, hashed, [&] { return size_.fetch_add(1, std::memory_order_relaxed); });
  }
  // The same for a thread that reserves some numbers at once, so that threads do not write to the same cache
  // lines all the time. Until the gaps are closed the size counts what is reserved, and what is not used yet
  // is no record.
  struct Reserved {
    std::uint32_t next = 0;
    std::uint32_t end = 0;
  };
  std::optional<Added> try_add(const std::uint64_t* record, std::uint64_t hashed, Reserved& reserved) {
    return try_add(record, hashed, [&] {
      if (reserved.next == reserved.end) {
        reserved.next = size_.fetch_add(reservation, std::memory_order_relaxed);
        reserved.end = reserved.next + reservation;
      }
      return reserved.next++;
    });
  }
  // While no thread is inside: gives back what was reserved in vain. The last records move into the gaps:
  // pairs of old and new numbers.
  using Moves = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  Moves close_gaps(const std::vector<Reserved*>& reserved);
  [[nodiscard]] bool wants_growth() const { return wants_growth(size()); }
  [[nodiscard]] bool wants_growth(std::uint32_t size) const { return index_.wants_growth(size); }
  // No other thread may be inside.
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
        [&](std::uint32_t number) { return hash(records_[number]); });
  }
  void plan_growth() { index_.plan_growth(); }

  [[nodiscard]] std::optional<Added> find(const std::uint64_t* record, std::uint64_t hashed) const {
    return index_.find(hashed, [&](std::uint32_t number) { return equal(number, record); });
  }
  [[nodiscard]] const std::uint64_t* operator[](std::uint32_t number) const { return records_[number]; }
  [[nodiscard]] std::uint32_t size() const { return size_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t bytes() const { return index_.bytes() + records_.bytes(size()); }

  void write_to(CheckpointOutput& output) const {
    output.value(std::uint64_t{size()});
    records_.for_pieces(size(), [&](const std::uint64_t* words, std::uint64_t count) {
      output.bytes(words, count * sizeof(std::uint64_t));
    });
  }
  // Into an empty set. False if the records are not distinct, or not all there.
  bool read_from(CheckpointInput& input) {
    const std::uint64_t count = input.count(words_ * sizeof(std::uint64_t));
    std::vector<std::uint64_t> record(words_);
    for (std::uint64_t number = 0; number < count && input.good(); ++number) {
      input.bytes(record.data(), words_ * sizeof(std::uint64_t));
      if (!add(record.data(), hash(record.data())).fresh) return false;
    }
    return input.good();
  }

  // Two steps ahead of a lookup: its bucket, then (when that has arrived) the record it is probably equal to.
  void prefetch_bucket(std::uint64_t hashed) const { index_.prefetch(hashed); }
  void prefetch_record(std::uint64_t hashed) const {
    if (const auto number = index_.guess(hashed)) records_.prefetch(*number);
  }

 private:
  static constexpr std::uint32_t reservation = 16;

  template <typename NewNumber>
  std::optional<Added> try_add(const std::uint64_t* record, std::uint64_t hashed,
                               const NewNumber& new_number) {
    return index_.find_or_make(
        hashed, [&](std::uint32_t number) { return equal(number, record); },
        [&] {
          const std::uint32_t number = new_number();
          std::uint64_t* const place = records_.at(number);
          for (std::size_t i = 0; i < words_; ++i) place[i] = record[i];
          return number;
        });
  }
  [[nodiscard]] bool equal(std::uint32_t number, const std::uint64_t* record) const {
    return same_words(records_[number], record, words_);
  }

  std::size_t words_;
  AppendArray records_;
  NumberIndex index_;
  alignas(64) std::atomic<std::uint32_t> size_{0};  // threads change it all the time: nothing else is near
};

inline RecordSet::Moves RecordSet::close_gaps(const std::vector<Reserved*>& reserved) {
  std::vector<std::uint32_t> gaps;
  for (Reserved* const numbers : reserved) {
    for (std::uint32_t gap = numbers->next; gap < numbers->end; ++gap) gaps.push_back(gap);
    *numbers = {};
  }
  std::ranges::sort(gaps);
  Moves moves;
  std::uint32_t last = size();
  for (std::size_t low = 0, high = gaps.size(); low < high;) {
    --last;
    if (last == gaps[high - 1]) {
      --high;
      continue;
    }
    const std::uint32_t gap = gaps[low++];
    std::copy_n(records_[last], words_, records_.at(gap));
    index_.renumber(hash(records_[gap]), last, gap);
    moves.emplace_back(last, gap);
  }
  size_.store(size() - static_cast<std::uint32_t>(gaps.size()), std::memory_order_relaxed);
  return moves;
}

}  // namespace quorate
