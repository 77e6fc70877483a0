// Which transitions of an unreduced system commute: where both are enabled, neither disables the other or
// changes what it does, and both orders lead to the same state. What sleep sets
// (search/levels/sleep_sets.hpp) are made of; reduction/stubborn/independence.hpp finds it.
#pragma once

#include <cstdint>
#include <vector>

#include "system/seam/step_buffer.hpp"

namespace quorate {

struct Independence {
  std::vector<TransitionBits> commuting;  // [transition]: those that commute with it, without itself
  // The same for states in which both leave the monitor's variables as they are: `observe` then computes the
  // same after both orders, since it sees the same variables.
  std::vector<TransitionBits> quietly_commuting;
  struct Bits {
    std::size_t word = 0;
    std::uint64_t mask = 0;
  };
  std::vector<Bits> monitor;  // where in a state its variables are

  [[nodiscard]] bool quiet(StateView before, StateView after) const {
    for (const Bits& bits : monitor) {
      if (((before[bits.word] ^ after[bits.word]) & bits.mask) != 0) return false;
    }
    return true;
  }
};

}  // namespace quorate
