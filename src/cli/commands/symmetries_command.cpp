#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/model_file.hpp"
#include "cli/options/limits.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "faults/lowering.hpp"
#include "report/json_text.hpp"
#include "report/results/symmetries_report.hpp"

namespace quorate {

ExitCode run_symmetries(const OptionValues& values) {
  apply_limits(values);
  const LoadedModel loaded =
      load_model_file(values.text(Opt::model), readers::symmetries, values.texts(Opt::set));
  if (!loaded.model) return ExitCode::bad_input;
  const std::string& json_path = values.text(Opt::json);
  OutputFile json(json_path);
  if (!json.usable()) return ExitCode::bad_input;
  const Model model = lower(*loaded.model, most_explicit(*loaded.model));
  const Interchangeability analysis = analyze_interchangeability(model);
  if (json_path != "-") say("{}", symmetries_text(model, *loaded.source, analysis));
  if (!json.wanted()) return ExitCode::holds;
  return json.write(json_text(symmetries_json(model, *loaded.source, analysis))) ? ExitCode::holds
                                                                                 : ExitCode::bad_input;
}

}  // namespace quorate
