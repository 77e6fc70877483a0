// A state as text, as it is shown at the beginning and the end of a trace: equal processes on one line, then
// the monitor variables, then the contents of the channels. Knows nothing of steps.
#pragma once

#include <string>

#include "report/paragraph.hpp"
#include "system/seam/description.hpp"

namespace quorate {

// Indented lines. A variable that is undefined is shown as "-".
std::string state_text(const StateDescription& state, const TextStyle& style);

// Whether state_text shows a "-".
bool shows_undefined(const StateDescription& state);

}  // namespace quorate
