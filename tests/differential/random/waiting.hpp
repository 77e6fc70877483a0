// Random protocols in which steps wait for room, and other steps free them.
#pragma once

#include "model/model.hpp"

namespace quorate {

// The protocol with reliable channels that hold one message. Every `send` of a rule happens only while a flag
// of its process is set, and a rule more of each role clears the flag: a step that waits for room can then go
// on without sending. Synchronous protocols stay as they are.
Model with_waiting(Model model);

}  // namespace quorate
