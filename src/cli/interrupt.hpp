// Ctrl-C ends a search or proof with what is known so far.
#pragma once

#include <atomic>

namespace quorate {

// Set by the signal; a signal handler can reach nothing but a global.
const std::atomic<bool>& interrupted();
void stop_on_interrupt();

}  // namespace quorate
