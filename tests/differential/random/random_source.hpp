// The generator's own source of randomness: the same seed gives the same protocol on every machine and
// with every standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quorate {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // splitmix64
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  // 0 .. count - 1; count is small, so the bias of the remainder does not matter
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  bool percent(int chance) { return below(100) < static_cast<std::size_t>(chance); }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace quorate
