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
// The options of `check` that `resume` takes anew, in the order of its help.
std::vector<const OptionFacts*> options_taken_anew();
// The options of `check` that have a note (idle_notes.hpp), in the order of the notes.
std::vector<const OptionFacts*> options_with_notes();

// Why an option has no meaning for a text in this language; empty if it has one.
std::string why_not_for(const OptionFacts& option, Language language);

}  // namespace quorate
