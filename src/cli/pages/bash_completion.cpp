// The completion for bash: commands, then the options of the command, the words of an option's value, or
// files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "cli/options/option_table.hpp"
#include "cli/pages/option_lines.hpp"
#include "cli/pages/pages.hpp"

namespace quorate {

namespace {

std::string bash_case(const CommandFacts& command) {
  std::set<std::string> names{"--help"};
  for (const OptionFacts* row : all_options_of(command.command)) {
    if (is_option(*row)) names.emplace(row->name);
  }
  return fmt::format("    {}) options='{}' ;;\n", command.name, fmt::join(names, " "));
}

// What may follow an option: its words; nothing, for numbers and lists of names; otherwise files.
std::string value_cases() {
  std::set<std::string> done;
  std::string cases;
  for (const OptionFacts& row : option_table()) {
    if (!is_option(row) || row.value.kind == ArgumentKind::flag || !done.emplace(row.name).second) continue;
    const auto words = value_words(row);
    if (!words.empty()) {
      cases += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", row.name,
                           fmt::join(words, " "));
    } else if (row.value.kind != ArgumentKind::text && row.value.kind != ArgumentKind::name) {
      cases += fmt::format("    {}) return ;;\n", row.name);
    } else {
      cases += fmt::format("    {}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", row.name);
    }
  }
  return cases;
}

}  // namespace

std::string bash_completion() {
  std::string commands;
  std::string cases;
  for (const CommandFacts& command : command_table()) {
    commands += fmt::format("{}{}", commands.empty() ? "" : " ", command.name);
    cases += bash_case(command);
  }
  return "# bash completion for quorate; made from its option table.\n"
         "_quorate() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=''\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W '" +
         commands +
         " --help --version' -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case $before in\n" +
         value_cases() +
         "  esac\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _quorate quorate\n";
}

}  // namespace quorate
