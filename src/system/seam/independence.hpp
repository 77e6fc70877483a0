// Which transitions of an unreduced system commute: where both are enabled, neither disables the other, and
// both orders lead to the same states. Sleep sets (search/levels/sleep_sets.hpp) need it;
// reduction/stubborn/independence.hpp computes it.
#pragma once

#include <cstdint>
#include <vector>

#include "system/seam/step_buffer.hpp"

namespace quorate {

struct Independence {
  std::vector<TransitionBits> commuting;  // [transition]: those that commute with it, without itself
  // The same for states in which both leave the monitor's variables unchanged: then `observe` computes the
  // same after both orders, since it reads the same variables.
  std::vector<TransitionBits> quietly_commuting;
  struct Bits {
    std::size_t word = 0;
    std::uint64_t mask = 0;
  };
  std::vector<Bits> monitor;  // the bits of a state that hold the monitor's variables

  [[nodiscard]] bool quiet(StateView before, StateView after) const {
    for (const Bits& bits : monitor) {
      if (((before[bits.word] ^ after[bits.word]) & bits.mask) != 0) return false;
    }
    return true;
  }
};

}  // namespace quorate
