// The manual page in roff. Commands and options come from the tables; the description and the sections at the
// end are fixed texts.
#include <fmt/format.h>

#include "cli/options/option_table.hpp"
#include "cli/pages/option_lines.hpp"
#include "cli/pages/pages.hpp"

namespace quorate {

namespace {

// Text with what has a meaning in roff escaped: backslashes, dashes, and a dot or quote at the start.
std::string roff(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c == '\\') {
      shown += "\\e";
    } else if (c == '-') {
      shown += "\\-";
    } else {
      shown += c;
    }
  }
  return shown.starts_with('.') || shown.starts_with('\'') ? "\\&" + shown : shown;
}

std::string option_entry(const OptionFacts& row) {
  const std::string value = is_option(row) ? value_shown(row) : "";
  const std::string shown = value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(value));
  const std::string initial = row.initial.empty() ? "" : fmt::format(" (default: {})", roff(row.initial));
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}.{}\n", roff(row.name), shown, roff(row.help), initial);
}

std::string command_section(const CommandFacts& command) {
  std::string files;
  for (const OptionFacts* row : options_of(command.command)) {
    if (is_option(*row)) continue;
    files += row->required ? fmt::format(" \\fI{}\\fR", row->name) : fmt::format(" [\\fI{}\\fR]", row->name);
  }
  std::string text =
      fmt::format(".SS quorate {}{} [\\fIOPTION\\fR...]\n{}.\n", command.name, files, roff(command.help));
  for (const OptionFacts* row : all_options_of(command.command)) text += option_entry(*row);
  if (!command.footer.empty()) text += fmt::format(".PP\n{}\n", roff(command.footer));
  return text;
}

constexpr std::string_view description =
    "Quorate verifies fault-tolerant message-passing protocols, which are written with roles, messages, "
    "quorums "
    "and faults. It answers at three depths: \\fBcheck\\fR searches every reachable state for a fixed number "
    "of "
    "processes, \\fBprove\\fR looks for an inductive proof, and \\fBparam\\fR verifies threshold algorithms "
    "for "
    "every number of processes. A property that is violated is shown by a counterexample.";

constexpr std::string_view ending =
    ".SH EXIT STATUS\n"
    ".TP\n0\nEvery property holds.\n"
    ".TP\n1\nSome property is violated.\n"
    ".TP\n2\nInconclusive: a limit was reached, or the question is beyond the method.\n"
    ".TP\n3\nBad input or usage, or results that cannot be written.\n"
    ".TP\n4\nInternal error: please report it.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n\\fBXDG_CACHE_HOME\\fR\nNative code is kept in the folder quorate below it (default: ~/.cache).\n"
    ".TP\n\\fBTMPDIR\\fR\nWhere states of \\fB\\-\\-store compact\\fR are written.\n"
    ".TP\n\\fBQUORATE_HOME\\fR\nThe folder that holds protocols/, for \\fBquorate check\\fR without a "
    "model.\n"
    ".SH EXAMPLES\n"
    ".TP\nquorate check\nCheck the bundled Paxos.\n"
    ".TP\nquorate check paxos.ftdp \\-\\-set n=5 \\-\\-time 10m \\-\\-memory 8G\nFive acceptors, within "
    "limits.\n"
    ".TP\nquorate check storage.ftdp \\-\\-chart trace.svg\nDraw the counterexample.\n";

}  // namespace

std::string manual_page(std::string_view version) {
  std::string text = fmt::format(
      ".TH QUORATE 1 \"\" \"quorate {}\" \"User Commands\"\n"
      ".SH NAME\nquorate \\- verify fault\\-tolerant message\\-passing protocols\n"
      ".SH SYNOPSIS\n.B quorate\n\\fICOMMAND\\fR [\\fIMODEL\\fR] [\\fIOPTION\\fR...]\n"
      ".SH DESCRIPTION\n{}\n.SH COMMANDS\n",
      version, description);
  for (const CommandFacts& command : command_table()) text += command_section(command);
  return text + std::string(ending);
}

}  // namespace quorate
