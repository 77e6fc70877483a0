// What the manual page and the shells' completions say of an option, drawn from the option table: how its
// value is shown, and which words it may be.
#pragma once

#include <string>
#include <vector>

#include "cli/options/option.hpp"

namespace quorate {

// Whether the row is a word that starts with a dash, and not a file.
bool is_option(const OptionFacts& row);
// "FILE", "INT", "m|grm|rm"; empty for a flag.
std::string value_shown(const OptionFacts& row);
// The words among which the value is chosen; empty where it is free.
std::vector<std::string> value_words(const OptionFacts& row);
// All options that the command takes, `resume`'s taken over from `check` included.
std::vector<const OptionFacts*> all_options_of(Command command);

}  // namespace quorate
