// A command line for tests of options.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/options/option_values.hpp"

namespace quorate {

struct ParsedOptions {
  // The words after the program's name; the first is the command's.
  ParsedOptions(Command command, std::vector<std::string> words) {
    values.add_command(app, command);
    words.insert(words.begin(), std::string(facts_of(command).name));
    std::ranges::reverse(words);  // as CLI11 wants them
    try {
      app.parse(words);
    } catch (const CLI::ParseError& error) {
      problem = error.what();
    }
  }

  CLI::App app;
  OptionValues values;
  std::string problem;  // empty: the words were understood
};

}  // namespace quorate
