// `quorate resume`: parses the arguments of the run again, followed by the options that were given anew, of
// which the last value counts, and goes on with the check.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/checkpoint_folder.hpp"
#include "cli/commands/commands.hpp"
#include "cli/streams.hpp"

namespace quorate {

namespace {

// The options that were given to `resume`, as words of the command line.
std::vector<std::string> changes(const OptionValues& values) {
  std::vector<std::string> words;
  for (const OptionFacts* row : options_taken_anew()) {
    if (!values.given(row->option)) continue;
    words.emplace_back(row->name);
    if (row->value.kind != ArgumentKind::flag) words.push_back(values.text(row->option));
  }
  return words;
}

}  // namespace

ExitCode run_resume(const OptionValues& values) {
  const std::string& folder = values.text(Opt::folder);
  FolderLock lock;
  auto arguments = resumed_arguments(lock, folder);
  if (!arguments) return ExitCode::bad_input;
  CLI::App app;
  OptionValues check;
  check.add_command(app, Command::check);
  for (const OptionFacts* row : options_taken_anew()) check.take_last(row->option);
  const auto anew = changes(values);
  arguments->insert(arguments->end(), anew.begin(), anew.end());
  std::ranges::reverse(*arguments);  // as CLI11 wants them
  try {
    app.parse(*arguments);
  } catch (const CLI::ParseError& error) {
    complain("quorate: {}\n", error.what());
    return ExitCode::bad_input;
  }
  return run_check(check, {.resumed = folder});
}

}  // namespace quorate
