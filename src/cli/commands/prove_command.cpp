// `quorate prove`: reads the model and, for the discovery of lemmas, smaller instances of it; proves; writes
// the report.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/budget.hpp"
#include "cli/commands/commands.hpp"
#include "cli/model_file.hpp"
#include "cli/options/limits.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "induction/prove.hpp"
#include "report/json_text.hpp"
#include "report/paragraph.hpp"
#include "report/results/proof_graph.hpp"
#include "report/results/prove_report.hpp"
#include "report/results/verdict_report.hpp"

namespace quorate {

namespace {

// Smaller instances, the smallest first: one parameter reduced by one and by two, where that gives fewer
// processes and the model is still valid. The parameter with the most such instances is taken.
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

ProveOptions prove_options(const OptionValues& values) {
  ProveOptions options;
  const auto lemmas = values.word<LemmaChoice>(Opt::lemmas);
  options.properties = values.texts(Opt::property);
  options.limits.k_max = static_cast<std::size_t>(values.number(Opt::k_max).value());
  options.limits.simple_path = values.flag(Opt::simple_path);
  options.declared_lemmas = lemmas == LemmaChoice::all || lemmas == LemmaChoice::declared;
  options.discover = lemmas == LemmaChoice::all || lemmas == LemmaChoice::discovered;
  options.strengthen = values.on(Opt::strengthen);
  options.certificate = !values.text(Opt::certificate).empty();
  return options;
}

// Writes the certificates of all proved properties to one file and their graph to another; neither, if
// nothing was proved. False if a file cannot be written.
bool write_proofs(const ProveReport& report, bool quiet, OutputFile& certificate, OutputFile& graph) {
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
    } else if (!quiet) {
      say("Nothing was proved, so no {} was written.\n", what);
    }
  };
  write(certificate, certificates, "certificate");
  write(graph, proof_graph(report), "graph");
  return written;
}

}  // namespace

ExitCode run_prove(const OptionValues& values) {
  apply_limits(values);
  const std::string& path = values.text(Opt::model);
  const LoadedModel loaded = load_model_file(path, readers::prove, values.texts(Opt::set));
  if (!loaded.model || !known_properties(*loaded.model, values.texts(Opt::property)))
    return ExitCode::bad_input;
  if (loaded.model->properties.empty()) {
    complain("quorate: {} has no property to prove; write one: invariant name: ...\n", path);
    return ExitCode::bad_input;
  }
  OutputFile json(values.text(Opt::json));
  OutputFile certificate(values.text(Opt::certificate));
  OutputFile graph(values.text(Opt::graph));
  if (!json.usable() || !certificate.usable() || !graph.usable()) return ExitCode::bad_input;
  ProveOptions chosen = prove_options(values);
  if (chosen.discover) chosen.smaller = smaller_instances(loaded);
  const ProveReport report = prove(*loaded.model, chosen);
  Budget::conclude();
  const bool quiet = values.text(Opt::json) == "-";
  const TextStyle style{!values.flag(Opt::no_color) && isatty(STDOUT_FILENO) != 0, 100};
  if (!quiet) say("{}", prove_text(*loaded.model, *loaded.source, report, style));
  bool written = true;
  if (json.wanted()) written = json.write(json_text(prove_json(*loaded.model, chosen, report)));
  written = write_proofs(report, quiet, certificate, graph) && written;
  if (!written) return ExitCode::bad_input;
  return exit_code_of(report.results);
}

}  // namespace quorate
