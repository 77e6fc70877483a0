// The size of a packed state: all that stores know of states.
#pragma once

#include <cstddef>

namespace quorate {

struct Shape {
  std::size_t words = 0;  // 64-bit words of a packed state
  std::size_t bits = 0;   // the bits in use, from bit 0 of word 0 on; all others are zero
};

}  // namespace quorate
