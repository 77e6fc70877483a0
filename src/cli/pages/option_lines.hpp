// What the manual page and the completions of the shells say of an option: how its value is shown, and which
// words it may be.
#pragma once

#include <string>
#include <vector>

#include "cli/options/option.hpp"

namespace quorate {

// Whether the row is an option, which starts with a dash, and not a positional argument.
bool is_option(const OptionFacts& row);
// "TEXT", "INT", "m|grm|rm"; empty for a flag.
std::string value_shown(const OptionFacts& row);
// The words that the value may be; empty if it may be others.
std::vector<std::string> value_words(const OptionFacts& row);
// All rows of the command; for `resume`, with those that it takes over from `check`.
std::vector<const OptionFacts*> all_options_of(Command command);

}  // namespace quorate
