// What is wrong with a command line that cannot be parsed.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace quorate {

// An error if the first word names no command; empty if it does.
std::string unknown_command(const CLI::App& app, int argc, char** argv);

// Why the arguments cannot be parsed, and what to write instead, such as "did you mean --traffic?".
std::string usage_problem(const CLI::App& app, const CLI::ParseError& error,
                          const std::vector<std::string>& arguments);

}  // namespace quorate
