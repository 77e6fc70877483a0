// Why something cannot be decided for all parameters. Thrown where that is found, and caught where the
// verdict is made, of which it is the reason (why_ended.hpp).
#pragma once

#include <stdexcept>

namespace quorate {

struct Undecidable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace quorate
