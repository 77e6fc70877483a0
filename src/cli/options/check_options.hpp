// The options of `check` as the engine has them.
#pragma once

#include <string>

#include "cli/options/option_values.hpp"
#include "verify/run/check.hpp"

namespace quorate {

CheckOptions check_options(const OptionValues& values);

// What does not go together, in a sentence; empty: it does.
std::string against_store(const CheckOptions& options);
std::string against_checkpoints(const CheckOptions& options);

}  // namespace quorate
