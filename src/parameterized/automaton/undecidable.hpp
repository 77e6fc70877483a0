// Why something cannot be decided for all parameters: thrown where it is met, and the reason of an
// inconclusive verdict where one is made (why_ended.hpp).
#pragma once

#include <stdexcept>

namespace quorate {

struct Undecidable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace quorate
