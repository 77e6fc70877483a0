// How large a packed state is. Known to stores, which know nothing else of states.
#pragma once

#include <cstddef>

namespace quorate {

struct Shape {
  std::size_t words = 0;  // of a packed state
  std::size_t bits = 0;   // of them in use, from bit 0 of word 0 on; the rest is always zero
};

}  // namespace quorate
