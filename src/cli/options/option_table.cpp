#include "cli/options/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace quorate {

namespace {

constexpr auto command_rows = std::to_array<CommandFacts>({
    {Command::check, "check", "Check a model exhaustively at fixed parameters"},
    {Command::resume, "resume", "Continue a check from its last checkpoint",
     "Options that are not given here keep their values from the check, and results go to the same files. "
     "Limits are for this run: --time starts again from zero."},
    {Command::param, "param", "Verify a threshold algorithm (parametric Promela) for all parameters",
     "Without --time, it gives up on a property after ten minutes."},
    {Command::export_, "export", "Write a model in the language of another checker"},
    {Command::symmetries, "symmetries", "Show which processes are interchangeable, and why others are not"},
    {Command::analyze, "analyze",
     "Show the transitions of a model and what partial-order reduction knows of them"},
    {Command::prove, "prove", "Prove invariants by induction, at fixed parameters"},
});

// The rows whose place is not 0, ordered by it.
std::vector<const OptionFacts*> by_place(int (*place)(const OptionFacts&)) {
  std::vector<const OptionFacts*> found;
  for (const OptionFacts& row : option_table()) {
    if (place(row) > 0) found.push_back(&row);
  }
  std::ranges::sort(found, {}, [&](const OptionFacts* row) { return place(*row); });
  return found;
}

}  // namespace

std::span<const CommandFacts> command_table() {
  return command_rows;
}

const CommandFacts& facts_of(Command command) {
  return *std::ranges::find(command_rows, command, &CommandFacts::command);
}

std::vector<const OptionFacts*> options_of(Command command) {
  std::vector<const OptionFacts*> rows;
  for (const OptionFacts& row : option_table()) {
    if (row.commands.has(command)) rows.push_back(&row);
  }
  return rows;
}

std::vector<const OptionFacts*> options_taken_anew() {
  return by_place([](const OptionFacts& row) { return row.anew; });
}

std::vector<const OptionFacts*> options_with_notes() {
  return by_place([](const OptionFacts& row) { return row.idle.place; });
}

std::string why_not_for(const OptionFacts& option, Language language) {
  if (option.models.meet(kinds_of(language))) return "";
  if (!option.elsewhere.empty()) return std::string(option.elsewhere);
  return fmt::format("{} has no meaning for {}", option.name,
                     language == Language::promela ? "Promela (.pml)" : "FTDP");
}

}  // namespace quorate
