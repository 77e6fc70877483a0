// All commands and all options of the command line, in the order of the help.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/options/option.hpp"
#include "language/language.hpp"

namespace quorate {

std::span<const CommandFacts> command_table();
std::span<const OptionFacts> option_table();

const CommandFacts& facts_of(Command command);
// The rows of a command, in the order of its help.
std::vector<const OptionFacts*> options_of(Command command);
// Those of `check` that `resume` takes anew, in the order of its help.
std::vector<const OptionFacts*> options_taken_anew();
// Those of `check` that may turn out to be idle, in the order in which that is said.
std::vector<const OptionFacts*> options_with_notes();

// What to say of an option that was given for a text in this language; empty: it has a meaning there.
std::string why_not_for(const OptionFacts& option, Language language);

}  // namespace quorate
