// tree_fitting.hpp has the idea. Distinct values of every stretch are counted by linear counting, from
// rolling hashes that are extended unit by unit, so that a sample costs (units^2 * states) steps and nothing
// is sorted. Costs are in bytes; time is counted as if each node cost one byte more for every state. The root
// is never counted: every tree has the same roots. Estimates only choose the tree: a bad one costs memory,
// never states.
#include "store/tree_fitting.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/words.hpp"

namespace quorate {

namespace {

constexpr double index_bytes = 7.4;
constexpr double pair_bytes = sizeof(std::uint64_t) + index_bytes;
// The time of one more node, as bytes for every state.
constexpr double node_bytes = 1;

// Estimates how many distinct values were added, from the number of bits that their hashes have set (linear
// counting): within a few per cent, without sorting.
class DistinctCount {
 public:
  explicit DistinctCount(std::size_t most) : bits_(std::bit_ceil(std::max<std::size_t>(64, 4 * most)) / 64) {}

  void add(std::uint64_t hash) {
    const std::uint64_t bit = hash & (bits_.size() * 64 - 1);
    bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  // Returns the estimate and starts anew.
  double take() {
    std::size_t set = 0;
    for (std::uint64_t& word : bits_) set += static_cast<std::size_t>(std::popcount(std::exchange(word, 0)));
    const auto all = static_cast<double>(bits_.size() * 64);
    return -all * std::log(1 - static_cast<double>(set) / all);
  }

 private:
  std::vector<std::uint64_t> bits_;
};

class Fitting {
 public:
  Fitting(const UnitSample& sample, double states)
      : units_(sample.units), states_(states), parts_(units_ * (units_ + 1)), best_(units_ * (units_ + 1)) {
    count_parts(sample);
    for (std::size_t length = 1; length <= units_; ++length) {
      for (std::size_t begin = 0; begin + length <= units_; ++begin) choose(begin, begin + length);
    }
  }

  StateTree tree() const {
    return StateTree::make(units_, [&](std::size_t begin, std::size_t end) {
      const std::size_t middle = best_[place(begin, end)].middle;
      return middle == 0 ? std::nullopt : std::optional(middle);
    });
  }

 private:
  struct Best {
    double cost = 0;
    std::size_t middle = 0;  // 0: a leaf
  };

  [[nodiscard]] std::size_t place(std::size_t begin, std::size_t end) const {
    return begin * (units_ + 1) + end;
  }

  void count_parts(const UnitSample& sample) {
    const std::size_t count = sample.values.size() / units_;
    DistinctCount whole(count);
    DistinctCount half(count);
    std::vector<std::uint64_t> hashes(count);
    for (std::size_t begin = 0; begin < units_; ++begin) {
      std::ranges::fill(hashes, 0);
      for (std::size_t end = begin + 1; end <= units_; ++end) {
        for (std::size_t state = 0; state < count; ++state) {
          hashes[state] = folded_product(hashes[state] ^ sample.values[state * units_ + end - 1] ^ end << 32,
                                         0x9E3779B97F4A7C15);
          whole.add(hashes[state]);
          if (state < count / 2) half.add(hashes[state]);
        }
        parts_[place(begin, end)] = extrapolated(half.take(), whole.take(), static_cast<double>(count));
      }
    }
  }

  [[nodiscard]] double extrapolated(double half, double whole, double count) const {
    const double growth = std::clamp(std::log2(std::max(1.0, whole) / std::max(1.0, half)), 0.0, 1.0);
    return whole * std::pow(states_ / count, growth);
  }

  void choose(std::size_t begin, std::size_t end) {
    Best& best = best_[place(begin, end)];
    const std::size_t length = end - begin;
    const double parts = parts_[place(begin, end)];
    best.cost = std::numeric_limits<double>::infinity();
    if (length <= StateTree::largest_leaf && length < units_)
      best.cost = parts * (static_cast<double>(length * sizeof(std::uint32_t)) + index_bytes);
    const double as_pair = length < units_ ? parts * pair_bytes + states_ * node_bytes : 0;
    for (std::size_t middle = begin + 1; middle < end; ++middle) {
      const double cost = as_pair + best_[place(begin, middle)].cost + best_[place(middle, end)].cost;
      if (cost < best.cost) best = {cost, middle};
    }
  }

  std::size_t units_;
  double states_;
  std::vector<double> parts_;  // by stretch: expected number of distinct values
  std::vector<Best> best_;     // by stretch: the cheapest tree for it
};

}  // namespace

StateTree fitted_tree(const UnitSample& sample, double states) {
  return Fitting(sample, states).tree();
}

}  // namespace quorate
