#include "cli/usage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"

namespace quorate {

namespace {

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

}  // namespace

std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return "";
  const std::string word = argv[1];
  const auto names = command_names(app);
  if (std::ranges::find(names, word) != names.end()) return "";
  const std::string near = nearest_word(word, names);
  return fmt::format("there is no command {}{}; the commands are: {}", word,
                     near.empty() ? "" : " (did you mean " + near + "?)", fmt::join(names, ", "));
}

std::string option_suggestion(const CLI::App& app, int argc, char** argv) {
  for (const CLI::App* command : app.get_subcommands()) {
    const auto names = option_names(*command);
    for (int i = 2; i < argc; ++i) {
      const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
      if (!word.starts_with("--") || std::ranges::find(names, word) != names.end()) continue;
      const std::string near = nearest_word(word, names);
      return near.empty() ? "" : fmt::format("did you mean {}?", near);
    }
  }
  return "";
}

}  // namespace quorate
