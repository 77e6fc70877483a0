#include "cli/export_command.hpp"

#include <fmt/format.h>

#include <iostream>

#include "cli/model_file.hpp"
#include "cli/output_file.hpp"
#include "export/export.hpp"

namespace quorate {

CLI::App* ExportCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("export", "Write a model in the language of another checker");
  command->add_option("MODEL", model_path_, "The model's file")->required();
  command->add_option("--set", settings_, "Parameters: NAME=NUMBER[,NAME=NUMBER...]")
      ->allow_extra_args(false);
  command->add_option("--to", target_, "murphi or promela")
      ->required()
      ->check(CLI::IsMember({"murphi", "promela"}));
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
  return command;
}

ExitCode ExportCommand::run() {
  const LoadedModel loaded = load_model_file(model_path_, settings_);
  if (!loaded.model || !is_finite(loaded, "export")) return ExitCode::bad_input;
  ExportOptions options;
  options.source = model_path_;
  options.slots = slots_;
  options.explicit_loss = loss_ == "explicit";
  const ExportResult result =
      target_ == "murphi" ? export_murphi(*loaded.model, options) : export_promela(*loaded.model, options);
  if (!result.exported()) {
    std::cerr << render(result.refusals, *loaded.source);
    fmt::print(stderr, "{}: this model cannot be said in {}\n", model_path_,
               target_ == "murphi" ? "Murphi" : "Promela");
    return ExitCode::bad_input;
  }
  return write_output(output_path_, result.text) ? ExitCode::holds : ExitCode::bad_input;
}

}  // namespace quorate
