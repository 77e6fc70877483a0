// --time and --memory, which every command has and obeys from its first moment to its last (base/budget.hpp).
#pragma once

#include "cli/options/option_values.hpp"

namespace quorate {

// They begin to hold; to be called first of all.
void apply_limits(const OptionValues& values);

}  // namespace quorate
