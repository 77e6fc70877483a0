// A state with its steps and the probes of their targets. A search computes them for a few states ahead, so
// that their cache misses overlap.
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

// A pool of expansions, which are made once and reused.
class Expansions {
 public:
  // Enough steps that their cache misses overlap, few enough to stay in the first-level cache.
  static constexpr std::size_t steps_ahead = 24;

  explicit Expansions(std::size_t words) : words_(words) {}

  Expansion& operator[](std::size_t k) {
    while (all_.size() <= k) all_.push_back(std::make_unique<Expansion>(words_));
    return *all_[k];
  }

 private:
  std::size_t words_;
  std::vector<std::unique_ptr<Expansion>> all_;  // pointers: references to them must stay valid
};

}  // namespace quorate
