// Sets of transitions, as the library of stubborn sets (lpor.hpp) computes them for every state. Needs the
// standard library only.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quorate::lpor {

using Transition = std::size_t;

namespace detail {

// Counted by arithmetic unless the compiler may use the processor's instruction: it would call a function.
inline std::size_t count_bits(std::uint64_t word) {
#ifdef __POPCNT__
  return static_cast<std::size_t>(__builtin_popcountll(word));
#else
  word -= (word >> 1) & 0x5555'5555'5555'5555;
  word = (word & 0x3333'3333'3333'3333) + ((word >> 2) & 0x3333'3333'3333'3333);
  word = (word + (word >> 4)) & 0x0F0F'0F0F'0F0F'0F0F;
  return static_cast<std::size_t>((word * 0x0101'0101'0101'0101) >> 56);
#endif
}

}  // namespace detail

// A set of transitions as bits, for a number of transitions that is fixed at construction. Sets that are
// combined must have the same. Up to 256 transitions are stored in the object, without allocation, since sets
// are made for every state.
class TransitionSet {
 public:
  TransitionSet() = default;
  explicit TransitionSet(std::size_t transitions) : size_((transitions + 63) / 64) {
    if (size_ > few) many_.resize(size_);
  }

  [[nodiscard]] bool contains(Transition t) const { return ((words()[t / 64] >> (t % 64)) & 1) != 0; }
  void insert(Transition t) { words()[t / 64] |= std::uint64_t{1} << (t % 64); }
  void clear() { std::fill_n(words(), size_, 0); }
  void insert(const TransitionSet& other) {
    for (std::size_t i = 0; i < size_; ++i) words()[i] |= other.words()[i];
  }
  void keep(const TransitionSet& other) {
    for (std::size_t i = 0; i < size_; ++i) words()[i] &= other.words()[i];
  }
  void remove(const TransitionSet& other) {
    for (std::size_t i = 0; i < size_; ++i) words()[i] &= ~other.words()[i];
  }
  [[nodiscard]] std::size_t size() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < size_; ++i) count += detail::count_bits(words()[i]);
    return count;
  }
  [[nodiscard]] bool empty() const {
    return std::all_of(words(), words() + size_, [](std::uint64_t word) { return word == 0; });
  }
  [[nodiscard]] bool meets(const TransitionSet& other) const {
    for (std::size_t i = 0; i < size_; ++i) {
      if ((words()[i] & other.words()[i]) != 0) return true;
    }
    return false;
  }
  // How many members are in `which` but not in `except`.
  [[nodiscard]] std::size_t count_new(const TransitionSet& which, const TransitionSet& except) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < size_; ++i)
      count += detail::count_bits(words()[i] & which.words()[i] & ~except.words()[i]);
    return count;
  }
  // Calls `visit` with every member, in ascending order.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::uint64_t word = words()[i]; word != 0; word &= word - 1) {
        visit(i * 64 + static_cast<std::size_t>(__builtin_ctzll(word)));
      }
    }
  }
  // Inserts the members of `other`, and calls `visit` with those that were not there.
  template <typename Visit>
  void insert_new(const TransitionSet& other, const Visit& visit) {
    for (std::size_t i = 0; i < size_; ++i) {
      const std::uint64_t fresh = other.words()[i] & ~words()[i];
      words()[i] |= fresh;
      for (std::uint64_t word = fresh; word != 0; word &= word - 1) {
        visit(i * 64 + static_cast<std::size_t>(__builtin_ctzll(word)));
      }
    }
  }
  bool operator==(const TransitionSet&) const = default;

 private:
  static constexpr std::size_t few = 4;
  [[nodiscard]] const std::uint64_t* words() const { return size_ <= few ? few_.data() : many_.data(); }
  [[nodiscard]] std::uint64_t* words() { return size_ <= few ? few_.data() : many_.data(); }

  std::size_t size_ = 0;  // number of words in use
  std::array<std::uint64_t, few> few_{};
  std::vector<std::uint64_t> many_;  // used instead of few_ if size_ > few
};

}  // namespace quorate::lpor
