#include "cli/commands/export_command.hpp"

#include <fmt/format.h>

#include <iostream>

#include "cli/model_file.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "cli/threshold_file.hpp"
#include "export/export.hpp"
#include "parameterized/automaton/control_flow.hpp"

namespace quorate {

CLI::App* ExportCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("export", "Write a model in the language of another checker");
  command->add_option("MODEL", model_path_, "The model's file")->required();
  command->add_option("--set", settings_, "Parameters: NAME=NUMBER[,NAME=NUMBER...]")
      ->allow_extra_args(false);
  command
      ->add_option("--to", target_,
                   "murphi or promela; dot for parametric Promela (.pml): a step as a control-flow "
                   "automaton, for Graphviz")
      ->required()
      ->check(CLI::IsMember({"murphi", "promela", "dot"}));
  command->add_option("-D", definitions_, "Parametric Promela: define a macro, NAME or NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--output", output_path_, "The file to write; - is standard output")
      ->capture_default_str();
  command
      ->add_option("--slots", slots_,
                   "Room of an unbounded channel; the exported model fails when it overflows")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--loss", loss_, "Losses: implicit or explicit steps")
      ->check(CLI::IsMember({"implicit", "explicit"}))
      ->capture_default_str();
  limits_.add_to(*command);
  return command;
}

ExitCode ExportCommand::run_threshold() {
  const LoadedThreshold loaded = load_threshold_file(model_path_, definitions_);
  if (!loaded.rules) return ExitCode::bad_input;
  OutputFile output(output_path_);
  if (!output.usable()) return ExitCode::bad_input;
  std::string text;
  for (const auto& process : loaded.rules->model->processes)
    text += control_flow_picture(*loaded.rules->model, process);
  return output.write(text) ? ExitCode::holds : ExitCode::bad_input;
}

ExitCode ExportCommand::run() {
  limits_.apply();
  if (is_threshold_file(model_path_) != (target_ == "dot")) {
    complain("quorate: --to dot draws parametric Promela (.pml), which has no other export\n");
    return ExitCode::bad_input;
  }
  if (target_ == "dot") return run_threshold();
  const LoadedModel loaded = load_model_file(model_path_, settings_);
  if (!loaded.model || !is_finite(loaded, "export")) return ExitCode::bad_input;
  OutputFile output(output_path_);
  if (!output.usable()) return ExitCode::bad_input;
  ExportOptions options;
  options.source = loaded.source->file_name();
  options.slots = slots_;
  options.explicit_loss = loss_ == "explicit";
  const ExportResult result =
      target_ == "murphi" ? export_murphi(*loaded.model, options) : export_promela(*loaded.model, options);
  if (!result.exported()) {
    std::cerr << render(result.refusals, *loaded.source);
    complain("{}: this model cannot be said in {}\n", model_path_,
             target_ == "murphi" ? "Murphi" : "Promela");
    return ExitCode::bad_input;
  }
  return output.write(result.text) ? ExitCode::holds : ExitCode::bad_input;
}

}  // namespace quorate
