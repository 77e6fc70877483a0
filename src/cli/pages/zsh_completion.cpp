// The completion for zsh: one call of _arguments for each command, with the help of every option.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/option_table.hpp"
#include "cli/pages/option_lines.hpp"
#include "cli/pages/pages.hpp"

namespace quorate {

namespace {

// Escaped for '...[...]' of _arguments, where quotes, brackets, colons and backslashes have a meaning.
std::string escaped(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c == '\'') {
      shown += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') shown += '\\';
    shown += c;
  }
  return shown;
}

std::string value_action(const OptionFacts& row) {
  const auto words = value_words(row);
  if (!words.empty()) return fmt::format("({})", fmt::join(words, " "));
  return row.value.kind == ArgumentKind::text || row.value.kind == ArgumentKind::name ? "_files" : " ";
}

std::string argument(const OptionFacts& row) {
  if (!is_option(row)) return fmt::format("        ':{}:_files'", escaped(row.name));
  const std::string repeated = row.value.kind == ArgumentKind::texts ? "*" : "";
  const std::string start = fmt::format("        '{}{}[{}]", repeated, row.name, escaped(row.help));
  if (row.value.kind == ArgumentKind::flag) return start + "'";
  return fmt::format("{}:{}:{}'", start, escaped(value_shown(row)), value_action(row));
}

std::string zsh_case(const CommandFacts& command) {
  std::vector<std::string> lines{"        '--help[Show the options]'"};
  for (const OptionFacts* row : all_options_of(command.command)) lines.push_back(argument(*row));
  return fmt::format("    {})\n      _arguments \\\n{} ;;\n", command.name, fmt::join(lines, " \\\n"));
}

}  // namespace

std::string zsh_completion() {
  std::string commands;
  std::string cases;
  for (const CommandFacts& command : command_table()) {
    commands += fmt::format("    '{}:{}'\n", command.name, escaped(command.help));
    cases += zsh_case(command);
  }
  return "#compdef quorate\n"
         "# zsh completion for quorate; made from its option table.\n"
         "_quorate() {\n"
         "  local -a commands=(\n" +
         commands +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe 'command' commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_quorate \"$@\"\n";
}

}  // namespace quorate
