#include "cli/usage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/plural.hpp"
#include "cli/options/option_table.hpp"

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

// The commands that have this option.
std::vector<std::string> commands_with(const std::string& option) {
  std::vector<std::string> names;
  for (const CommandFacts& command : command_table()) {
    const auto rows = options_of(command.command);
    if (std::ranges::find(rows, option, &OptionFacts::name) != rows.end()) names.emplace_back(command.name);
  }
  return names;
}

// `quorate param MODEL --set ...` as a command that exists.
std::string at_one_size(const std::vector<std::string>& arguments) {
  const auto is_model = [](const std::string& word) { return word.ends_with(".pml"); };
  const auto model = std::ranges::find_if(arguments, is_model);
  const auto set = std::ranges::find(arguments, "--set");
  const bool has_value =
      set != arguments.end() && set + 1 != arguments.end() && (set + 1)->find('=') != std::string::npos;
  return fmt::format("param verifies all parameters; for one size: quorate check {} --set {}",
                     model == arguments.end() ? "MODEL" : *model, has_value ? *(set + 1) : "NAME=NUMBER");
}

// What to write instead of the first option that the command does not have.
std::string option_hint(const CLI::App& command, const std::vector<std::string>& arguments) {
  const auto names = option_names(command);
  for (const std::string& argument : arguments) {
    const std::string word = argument.substr(0, argument.find('='));
    if (!word.starts_with("--") || std::ranges::find(names, word) != names.end()) continue;
    if (word == "--set" && command.get_name() == "param") return at_one_size(arguments);
    if (const auto others = commands_with(word); !others.empty())
      return fmt::format("{} is an option of {}, not of {}", word, and_list(others), command.get_name());
    const std::string near = nearest_word(word, names);
    return near.empty() ? "" : fmt::format("did you mean {}?", near);
  }
  return "";
}

// What to write instead of a word that is no option and follows the model's name.
std::string word_hint(const CLI::App& command, const std::string& word) {
  if (word.starts_with('-')) return "";
  const CLI::Option* const set = command.get_option_no_throw("--set");
  if (set != nullptr && word.find('=') != std::string::npos) {
    if (set->results().empty()) return fmt::format("parameters are set with --set {}", word);
    return fmt::format("several parameters are one word: --set {},{}", set->results().back(), word);
  }
  const CLI::Option* const model = command.get_option_no_throw("MODEL");
  if (model == nullptr || model->results().empty()) return "";
  return fmt::format("{} reads one model, and that is {}", command.get_name(), model->results().front());
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

std::string usage_problem(const CLI::App& app, const CLI::ParseError& error,
                          const std::vector<std::string>& arguments) {
  const std::vector<std::string> left = app.remaining(true);
  const bool left_over =
      error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !left.empty();
  std::string text =
      left_over ? fmt::format("quorate: {} not expected: {}\n",
                              left.size() == 1 ? "this word is" : "these words are", fmt::join(left, " "))
                : fmt::format("quorate: {}\n", error.what());
  for (const CLI::App* command : app.get_subcommands()) {
    std::string hint = option_hint(*command, arguments);
    if (hint.empty() && left_over) hint = word_hint(*command, left.front());
    if (!hint.empty()) text += hint + "\n";
  }
  return text + "Run with --help for more information.\n";
}

}  // namespace quorate
