// `quorate analyze`: the transitions of a model and the facts that partial-order reduction uses. Lowered
// faults (faults/lowering.hpp) are in the form for model errors. Only invariants make transitions visible.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "base/budget.hpp"
#include "cli/commands/commands.hpp"
#include "cli/model_file.hpp"
#include "cli/options/limits.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "faults/fault_forms.hpp"
#include "faults/lowering.hpp"
#include "report/results/analyze_report.hpp"

namespace quorate {

ExitCode run_analyze(const OptionValues& values) {
  apply_limits(values);
  const LoadedModel loaded =
      load_model_file(values.text(Opt::model), readers::analyze, values.texts(Opt::set));
  const std::vector<std::string>& wanted_names = values.texts(Opt::property);
  if (!loaded.model || !known_properties(*loaded.model, wanted_names)) return ExitCode::bad_input;
  if (!is_finite(loaded, "analyze")) return ExitCode::bad_input;
  std::vector<CompileProblem> problems;
  const auto system = ModelSystem::make(
      lower(*loaded.model, choose_fault_forms(*loaded.model, nullptr).forms), {}, {}, problems);
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
        wanted_names.empty() || std::ranges::find(wanted_names, property.name) != wanted_names.end();
    if (wanted && property.kind == PropertyKind::invariant)
      visible.emplace_back(static_cast<std::int64_t>(p));
  }
  const Split split = values.word<Split>(Opt::split).value();
  const std::string& json_path = values.text(Opt::json);
  OutputFile json(json_path);
  if (!json.usable()) return ExitCode::bad_input;
  const TransitionRelations relations(*system, visible, split);
  if (json_path != "-") {
    const std::string text = analyze_text(*system, relations, split);
    say("{}: {}\n", loaded.model->name, loaded.source->file_name());
    say_text(text);
  }
  if (!json.wanted()) return ExitCode::holds;
  const std::string report = analyze_json(*system, relations, split);
  Budget::conclude();
  return json.write(report) ? ExitCode::holds : ExitCode::bad_input;
}

}  // namespace quorate
