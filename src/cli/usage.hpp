// Suggestions for a command line that cannot be parsed.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace quorate {

// An error if the first word names no command; empty if it does.
std::string unknown_command(const CLI::App& app, int argc, char** argv);

// "did you mean --traffic?" for the first option that does not exist; empty if there is nothing to suggest.
std::string option_suggestion(const CLI::App& app, int argc, char** argv);

}  // namespace quorate
