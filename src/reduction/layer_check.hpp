// Verifies a reduction by representatives by brute force, for --check-reductions: a debug check for small
// systems. See layer_check.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "reduction/layer.hpp"

namespace quorate {

struct LayerCheck {
  std::string flaw;                   // how a state differs from its representative; empty: none does
  std::uint64_t states = 0;           // states of the unreduced system that were compared
  std::uint64_t representatives = 0;  // distinct representatives of them
  bool all = false;                   // these were all states of the system

  // The sentence for Layer::check; throws ReductionFlaw. what: for example "forgotten messages".
  [[nodiscard]] std::string told(const std::string& what) const;
};

// What a state and its representative must have in common: the steps of each transition, or, where
// transitions are renamed with the processes that take them, the steps of all transitions together.
enum class AlikeSteps { by_transition, together };

LayerCheck check_representatives(const UnreducedStates& states, const Representative& representative,
                                 AlikeSteps alike);

}  // namespace quorate
