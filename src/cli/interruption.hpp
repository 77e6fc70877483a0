// Ctrl-C: searches stop and say what they know.
#pragma once

#include <atomic>

namespace quorate {

// Set from the first call on when the user interrupts the program.
const std::atomic<bool>* interruption();

}  // namespace quorate
