// What a reduction by representatives is built on, verified by brute force for --check-reductions: a debug
// check for small systems. See layer_check.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "reduction/layer.hpp"

namespace quorate {

struct LayerCheck {
  std::string flaw;          // a state that its representative does not stand for; empty: there is none
  std::uint64_t states = 0;  // of the unreduced system, in which that was verified
  std::uint64_t representatives = 0;  // as many are left
  bool all = false;                   // the system has no other states

  // The sentence of Layer::check; throws ReductionFlaw. what: "forgotten messages".
  [[nodiscard]] std::string told(const std::string& what) const;
};

// What a state and its representative must have alike: the steps of each transition, or, where transitions
// are renamed with the processes that take them, the steps of all together.
enum class AlikeSteps { by_transition, together };

LayerCheck check_representatives(const UnreducedStates& states, const Representative& representative,
                                 AlikeSteps alike);

}  // namespace quorate
