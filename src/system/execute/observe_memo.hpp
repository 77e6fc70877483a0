// A small direct-mapped cache of the results of `observe`, by the variables that it reads and writes.
// `observe` usually quantifies over all processes, and most steps leave what it reads as it was shortly
// before: without this it would be a sixth of the interpreter's time on Paxos. After a miss `observe` is
// executed.
#pragma once

#include <cstdint>
#include <vector>

namespace quorate {

// The bits of a state that `observe` reads or writes. Empty: the cache is not used.
struct ObservedBits {
  struct Part {
    std::size_t word = 0;
    std::uint64_t seen = 0;     // read or written
    std::uint64_t written = 0;  // by `observe`
  };
  std::vector<Part> parts;
};

class ObserveMemo {
 public:
  // Writes the monitor's variables into the state if the result is in the cache; returns whether it is.
  bool recall(const ObservedBits& bits, std::uint64_t* state) {
    if (bits.parts.empty()) return false;
    stride_ = 2 * bits.parts.size() + 1;
    if (entries_.empty()) entries_.resize(places * stride_);
    std::uint64_t hash = 1;
    for (const auto& part : bits.parts)
      hash = (hash ^ (state[part.word] & part.seen)) * 0x9E37'79B9'7F4A'7C15;
    at_ = (hash >> (64 - place_bits)) * stride_;
    std::uint64_t* const entry = entries_.data() + at_;
    bool same = entry[0] != 0;
    for (std::size_t i = 0; i < bits.parts.size(); ++i) {
      const std::uint64_t key = state[bits.parts[i].word] & bits.parts[i].seen;
      same = same && entry[1 + 2 * i] == key;
      if (!same) entry[1 + 2 * i] = key;
    }
    if (!same) {
      // The entry has the new key now, for remember(): parts before the first difference were equal.
      entry[0] = 0;
      return false;
    }
    for (std::size_t i = 0; i < bits.parts.size(); ++i) {
      std::uint64_t& word = state[bits.parts[i].word];
      word = (word & ~bits.parts[i].written) | entry[2 + 2 * i];
    }
    return true;
  }
  // To be called after a miss, with the same state after `observe`.
  void remember(const ObservedBits& bits, const std::uint64_t* state) {
    if (bits.parts.empty()) return;
    std::uint64_t* const entry = entries_.data() + at_;
    entry[0] = 1;
    for (std::size_t i = 0; i < bits.parts.size(); ++i)
      entry[2 + 2 * i] = state[bits.parts[i].word] & bits.parts[i].written;
  }

 private:
  static constexpr unsigned place_bits = 10;
  static constexpr std::size_t places = std::size_t{1} << place_bits;

  std::size_t stride_ = 0;
  std::size_t at_ = 0;
  std::vector<std::uint64_t>
      entries_;  // whether it is in use, then the seen and the written bits of each part
};

}  // namespace quorate
