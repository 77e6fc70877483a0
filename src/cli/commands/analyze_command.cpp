#include "cli/commands/analyze_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/model_file.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "report/json_text.hpp"
#include "report/results/analyze_report.hpp"

namespace quorate {

CLI::App* AnalyzeCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "analyze", "Show the transitions of a model and what partial-order reduction knows of them");
  command->add_option("MODEL", model_path_, "The model's file")->required();
  command->add_option("--set", settings_, "Parameters: NAME=NUMBER[,NAME=NUMBER...]")
      ->allow_extra_args(false);
  command->add_option("--property", properties_, "What is visible: this property only (may be repeated)")
      ->allow_extra_args(false);
  command
      ->add_option("--split", split_,
                   "Transitions are told apart by their senders: none, quorum, reply, combined")
      ->check(CLI::IsMember({"none", "quorum", "reply", "combined"}))
      ->capture_default_str();
  command->add_option("--json", json_path_,
                      "Write the answer as JSON to this file, or to standard output with -");
  limits_.add_to(*command);
  return command;
}

ExitCode AnalyzeCommand::run() {
  limits_.apply();
  const LoadedModel loaded = load_model_file(model_path_, settings_);
  if (!loaded.model || !known_properties(*loaded.model, properties_)) return ExitCode::bad_input;
  if (!is_finite(loaded, "analyze")) return ExitCode::bad_input;
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::make(*loaded.model, {}, {}, problems);
  if (!system) {
    Diagnostics diagnostics;
    for (const auto& problem : problems) diagnostics.error(problem.span, problem.message);
    std::cerr << render(diagnostics, *loaded.source);
    return ExitCode::bad_input;
  }
  std::vector<PredicateId> visible;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    const Property& property = loaded.model->properties[p];
    const bool wanted =
        properties_.empty() || std::ranges::find(properties_, property.name) != properties_.end();
    if (wanted && property.kind == PropertyKind::invariant)
      visible.emplace_back(static_cast<std::int64_t>(p));
  }
  Split split = Split::combined;
  for (const Split one : {Split::none, Split::quorum, Split::reply}) {
    if (to_text(one) == split_) split = one;
  }
  OutputFile json(json_path_);
  if (!json.usable()) return ExitCode::bad_input;
  const TransitionRelations relations(*system, visible, split);
  if (json_path_ != "-") {
    say("{}: {}\n{}", loaded.model->name, loaded.source->file_name(),
        analyze_text(*system, relations, split));
  }
  if (!json.wanted()) return ExitCode::holds;
  return json.write(json_text(analyze_json(*system, relations, split))) ? ExitCode::holds
                                                                        : ExitCode::bad_input;
}

}  // namespace quorate
