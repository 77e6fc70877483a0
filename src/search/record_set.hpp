// A set of records of some 64-bit words each, numbered in the order of insertion: an append-only array and an
// index on it. Its index takes about 6.5 bytes a record. Several threads may add at once; what they must not
// do at once is written at the functions.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
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
    return index_.find_or_make(
        hashed, [&](std::uint32_t number) { return equal(number, record); },
        [&] {
          const std::uint32_t number = size_.fetch_add(1, std::memory_order_relaxed);
          std::uint64_t* const place = records_.at(number);
          for (std::size_t i = 0; i < words_; ++i) place[i] = record[i];
          return number;
        });
  }
  [[nodiscard]] bool wants_growth() const { return wants_growth(size()); }
  [[nodiscard]] bool wants_growth(std::uint32_t size) const { return index_.wants_growth(size); }
  // No other thread may be inside.
  void grow(std::optional<std::uint64_t> crowded = std::nullopt) {
    index_.grow(
        size(), crowded, [&](std::uint32_t number) { records_.prefetch(number); },
        [&](std::uint32_t number) { return hash(records_[number]); });
  }

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
  [[nodiscard]] bool equal(std::uint32_t number, const std::uint64_t* record) const {
    return same_words(records_[number], record, words_);
  }

  std::size_t words_;
  AppendArray records_;
  NumberIndex index_;
  alignas(64) std::atomic<std::uint32_t> size_{0};  // threads change it all the time: nothing else is near
};

}  // namespace quorate
