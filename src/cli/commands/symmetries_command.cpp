#include "cli/commands/symmetries_command.hpp"

#include <fmt/format.h>

#include "cli/model_file.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "report/json_text.hpp"
#include "report/results/symmetries_report.hpp"

namespace quorate {

CLI::App* SymmetriesCommand::add_to(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("symmetries", "Show which processes are interchangeable, and why others are not");
  command->add_option("MODEL", model_path_, "The model's file")->required();
  command->add_option("--set", settings_, "Parameters: NAME=NUMBER[,NAME=NUMBER...]")
      ->allow_extra_args(false);
  command->add_option("--json", json_path_,
                      "Write the answer as JSON to this file, or to standard output with -");
  limits_.add_to(*command);
  return command;
}

ExitCode SymmetriesCommand::run() {
  limits_.apply();
  const LoadedModel loaded = load_model_file(model_path_, settings_);
  if (!loaded.model) return ExitCode::bad_input;
  OutputFile json(json_path_);
  if (!json.usable()) return ExitCode::bad_input;
  const Interchangeability analysis = analyze_interchangeability(*loaded.model);
  if (json_path_ != "-") say("{}", symmetries_text(*loaded.model, *loaded.source, analysis));
  if (!json.wanted()) return ExitCode::holds;
  return json.write(json_text(symmetries_json(*loaded.model, *loaded.source, analysis)))
             ? ExitCode::holds
             : ExitCode::bad_input;
}

}  // namespace quorate
