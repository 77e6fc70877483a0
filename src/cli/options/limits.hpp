// --time and --memory, which every command has and obeys from beginning to end (base/budget.hpp).
#pragma once

#include "cli/options/option_values.hpp"

namespace quorate {

// Sets the limits. A command calls it first.
void apply_limits(const OptionValues& values);

}  // namespace quorate
