// The options of `check` for the engine, from those of the command line.
#pragma once

#include <string>

#include "cli/options/option_values.hpp"
#include "verify/run/check.hpp"

namespace quorate {

CheckOptions check_options(const OptionValues& values);

// Which options do not go together, as a sentence; empty if they do.
std::string against_store(const CheckOptions& options);
std::string against_checkpoints(const CheckOptions& options);

}  // namespace quorate
