#include "cli/commands/prove_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cli/common_options.hpp"
#include "cli/model_file.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "report/json_text.hpp"
#include "report/paragraph.hpp"
#include "report/results/proof_graph.hpp"
#include "report/results/prove_report.hpp"
#include "report/results/verdict_report.hpp"

namespace quorate {

namespace {

// The model with one parameter less by one, or by two, if that makes roles smaller and the model is still
// one.
std::vector<Model> smaller_instances(const LoadedModel& loaded) {
  const Model& model = *loaded.model;
  std::vector<Model> result;
  for (const Parameter& parameter : model.parameters) {
    std::vector<Model> chain;
    for (std::int64_t less = 1; less <= 2 && parameter.value - less >= 2; ++less) {
      ParameterValues values = loaded.settings;
      values[parameter.name] = parameter.value - less;
      Diagnostics ignored;
      auto smaller = load_model(*loaded.source, values, ignored);
      if (!smaller || smaller->process_count() >= model.process_count()) break;
      chain.push_back(std::move(*smaller));
    }
    if (chain.size() > result.size()) result = std::move(chain);
  }
  std::ranges::reverse(result);
  return result;
}

}  // namespace

CLI::App* ProveCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("prove", "Prove invariants by induction, at fixed parameters");
  command->add_option("MODEL", model_path_, "The model's file")->required();
  command->add_option("--set", settings_, "Parameters: NAME=NUMBER[,NAME=NUMBER...]")
      ->allow_extra_args(false);
  command->add_option("--property", properties_, "Prove this property only (may be repeated)")
      ->allow_extra_args(false);
  command->add_option("--k-max", k_max_, "The largest depth of induction that is tried")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--simple-path", simple_path_, "Count only paths without a repeated state in the step");
  command
      ->add_option(
          "--lemmas", lemmas_,
          "Which lemmas to use: all (declared ones, then discovered ones), declared, discovered, none")
      ->check(CLI::IsMember({"all", "declared", "discovered", "none"}))
      ->capture_default_str();
  command
      ->add_option("--strengthen", strengthen_, "Strengthen guards by what is true when they hold: on, off")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command->add_option("--certificate", certificate_path_,
                      "Write what was proved as SMT-LIB to this file, for another solver to confirm");
  command->add_option("--graph", graph_path_,
                      "Write which lemma needed which to this file, as a graph for Graphviz");
  limits_.add_to(*command);
  add_output_options(*command, json_path_, no_color_);
  return command;
}

ProveOptions ProveCommand::options() const {
  ProveOptions options;
  options.properties = properties_;
  options.limits.k_max = static_cast<std::size_t>(k_max_);
  options.limits.simple_path = simple_path_;
  options.declared_lemmas = lemmas_ == "all" || lemmas_ == "declared";
  options.discover = lemmas_ == "all" || lemmas_ == "discovered";
  options.strengthen = strengthen_ == "on";
  options.certificate = !certificate_path_.empty();
  return options;
}

ExitCode ProveCommand::run() {
  limits_.apply();
  const LoadedModel loaded = load_model_file(model_path_, settings_);
  if (!loaded.model || !known_properties(*loaded.model, properties_)) return ExitCode::bad_input;
  if (loaded.model->properties.empty()) {
    complain("quorate: {} has no property to prove; write one: invariant name: ...\n", model_path_);
    return ExitCode::bad_input;
  }
  OutputFile json(json_path_);
  OutputFile certificate(certificate_path_);
  OutputFile graph(graph_path_);
  if (!json.usable() || !certificate.usable() || !graph.usable()) return ExitCode::bad_input;
  ProveOptions chosen = options();
  if (chosen.discover) chosen.smaller = smaller_instances(loaded);
  const ProveReport report = prove(*loaded.model, chosen);
  Budget::conclude();
  const TextStyle style{!no_color_ && isatty(STDOUT_FILENO) != 0, 100};
  if (json_path_ != "-") say("{}", prove_text(*loaded.model, *loaded.source, report, style));
  bool written = true;
  if (json.wanted()) written = json.write(json_text(prove_json(*loaded.model, chosen, report)));
  written = write_proofs(report, certificate, graph) && written;
  if (!written) return ExitCode::bad_input;
  return exit_code_of(report.results, &ProofResult::verdict);
}

// All proved properties in one file each; without any there is none.
bool ProveCommand::write_proofs(const ProveReport& report, OutputFile& certificate, OutputFile& graph) const {
  std::string certificates;
  for (const ProofResult& result : report.results) {
    if (result.certificate.empty()) continue;
    certificates += (certificates.empty() ? "" : "\n(reset)\n") + result.certificate;
  }
  bool written = true;
  const auto write = [&](OutputFile& file, const std::string& text, const char* what) {
    if (!file.wanted()) return;
    if (!text.empty()) {
      written = file.write(text) && written;
    } else if (json_path_ != "-") {
      say("Nothing was proved, so that no {} was written.\n", what);
    }
  };
  write(certificate, certificates, "certificate");
  write(graph, proof_graph(report), "graph");
  return written;
}

}  // namespace quorate
