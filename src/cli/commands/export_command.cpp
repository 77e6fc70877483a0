// `quorate export`: a model for another checker, or, with --to dot, the steps of parametric Promela as
// pictures.
#include <fmt/format.h>

#include <iostream>

#include "cli/commands/commands.hpp"
#include "cli/model_file.hpp"
#include "cli/options/limits.hpp"
#include "cli/output_file.hpp"
#include "cli/promela_file.hpp"
#include "cli/streams.hpp"
#include "export/export.hpp"
#include "parameterized/automaton/control_flow.hpp"

namespace quorate {

namespace {

// The steps of parametric Promela as control-flow automata, for Graphviz.
ExitCode export_picture(const OptionValues& values) {
  const LoadedPromela loaded =
      load_promela_file(values.text(Opt::model), readers::export_picture, values.texts(Opt::define));
  if (!loaded.rules) return ExitCode::bad_input;
  OutputFile output(values.text(Opt::output));
  if (!output.usable()) return ExitCode::bad_input;
  std::string text;
  for (const auto& process : loaded.rules->model->processes)
    text += control_flow_picture(*loaded.rules->model, process);
  return output.write(text) ? ExitCode::holds : ExitCode::bad_input;
}

}  // namespace

ExitCode run_export(const OptionValues& values) {
  apply_limits(values);
  const std::string& path = values.text(Opt::model);
  const ExportTarget target = values.word<ExportTarget>(Opt::to).value();
  if ((language_of(path) == Language::promela) != (target == ExportTarget::dot)) {
    complain(
        "quorate: parametric Promela (.pml) is exported with --to dot, and FTDP with --to murphi or "
        "promela\n");
    return ExitCode::bad_input;
  }
  if (target == ExportTarget::dot) return export_picture(values);
  const LoadedModel loaded = load_model_file(path, readers::export_text, values.texts(Opt::set));
  if (!loaded.model || !is_finite(loaded, "export")) return ExitCode::bad_input;
  OutputFile output(values.text(Opt::output));
  if (!output.usable()) return ExitCode::bad_input;
  ExportOptions options;
  options.source = loaded.source->file_name();
  options.slots = values.number(Opt::slots).value();
  options.explicit_loss = values.word<LossModel>(Opt::loss) == LossModel::explicit_;
  const ExportResult result = target == ExportTarget::murphi ? export_murphi(*loaded.model, options)
                                                             : export_promela(*loaded.model, options);
  if (!result.exported()) {
    std::cerr << render(result.refusals, *loaded.source);
    complain("{}: this model cannot be exported to {}\n", path,
             target == ExportTarget::murphi ? "Murphi" : "Promela");
    return ExitCode::bad_input;
  }
  return output.write(result.text) ? ExitCode::holds : ExitCode::bad_input;
}

}  // namespace quorate
