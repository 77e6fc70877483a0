// A state and its steps, and what is needed to store their targets: what a search computes ahead for a few
// states, so that their cache misses overlap.
#pragma once

#include <vector>

#include "store/state_store.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

struct Expansion {
  explicit Expansion(std::size_t words) : buffer(words) {}

  StateStore::Folded state;
  StepBuffer buffer;
  std::vector<StateStore::Probe> probes;  // of the steps, in their order
};

// Expansions that are made once and used again and again.
class Expansions {
 public:
  // Enough steps to overlap their cache misses, few enough to stay in the nearest cache.
  static constexpr std::size_t steps_ahead = 24;

  explicit Expansions(std::size_t words) : words_(words) {}

  Expansion& operator[](std::size_t k) {
    while (all_.size() <= k) all_.push_back(std::make_unique<Expansion>(words_));
    return *all_[k];
  }

 private:
  std::size_t words_;
  std::vector<std::unique_ptr<Expansion>> all_;  // in places of their own, since they are pointed to
};

}  // namespace quorate
