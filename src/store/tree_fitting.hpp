// The tree that compresses states best, as far as a sample of them tells.
//
// The cost of a tree is the memory of its distinct leaves and inner pairs, and some time for every node. The
// cheapest tree is found by dynamic programming over all stretches of units: a stretch is a leaf, or is cut
// where its two parts are cheapest together. How many distinct values a stretch takes is counted in the
// sample and in half of it: if the whole has 2^a times as many as the half, k^a times as many are expected
// among k times as many states. This tells a stretch that has shown all its values from one that goes on
// showing new ones. Rejected: the fewest distinct parts in the sample itself, which on Paxos (2,5) chose
// parts that were few among the first 65,536 states and a million among all.
#pragma once

#include <cstdint>
#include <vector>

#include "store/state_tree.hpp"

namespace quorate {

// States one after the other, `units` each.
struct UnitSample {
  std::size_t units = 0;
  std::vector<std::uint32_t> values;
};

// `states`: the expected number of states at the end of the search.
StateTree fitted_tree(const UnitSample& sample, double states);

}  // namespace quorate
