// `quorate check`: reads the model, checks it, writes the report. Which options are sound for which property
// is decided in verify/gate; what the options are is in cli/options.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "base/budget.hpp"
#include "base/units.hpp"
#include "cli/checkpoint_folder.hpp"
#include "cli/commands/commands.hpp"
#include "cli/installation.hpp"
#include "cli/model_file.hpp"
#include "cli/options/check_options.hpp"
#include "cli/options/idle_notes.hpp"
#include "cli/options/limits.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "cli/threshold_check.hpp"
#include "report/chart/chart_svg.hpp"
#include "report/json_text.hpp"
#include "report/progress_line.hpp"
#include "report/results/check_report.hpp"
#include "report/results/sample_report.hpp"
#include "report/results/trouble_report.hpp"
#include "report/results/verdict_report.hpp"
#include "report/trace/trace_itf.hpp"
#include "verify/check_all.hpp"

namespace quorate {

namespace {

// The chart and the ITF file show the first violated property; if there is none, the first run that a
// property asks for.
const PropertyResult* first_shown(const CheckReport& report) {
  const PropertyResult* shown = nullptr;
  for (const auto& result : report.results) {
    if (result.verdict() == Verdict::violated) return &result;
    if (result.trace() != nullptr && shown == nullptr) shown = &result;
  }
  return shown;
}

// The files that a check writes.
struct Outputs {
  explicit Outputs(const OptionValues& values)
      : json(values.text(Opt::json)), chart(values.text(Opt::chart)), itf(values.text(Opt::itf)) {}
  [[nodiscard]] bool usable() const { return json.usable() && chart.usable() && itf.usable(); }

  OutputFile json;
  OutputFile chart;
  OutputFile itf;
};

// How results are shown.
struct Showing {
  bool quiet;  // JSON goes to standard output, and nothing else does
  TextStyle style;
};

// A check of an FTDP model, with its results so far.
struct Checked {
  const LoadedModel& loaded;
  CheckOptions options;
  std::optional<Samples> samples = {};
  CheckReport report = {};
};

// The sample runs that were asked for. They are shown before the search, which may take long.
std::optional<Samples> sampled(const OptionValues& values, const Checked& checked, const Showing& showing) {
  const auto samples_wanted = values.number(Opt::sample);
  if (!samples_wanted) return std::nullopt;
  const LoadedModel& loaded = checked.loaded;
  Samples samples = take_samples(*loaded.model, checked.options,
                                 {static_cast<std::uint64_t>(*samples_wanted),
                                  static_cast<std::uint64_t>(values.number(Opt::seed).value())});
  if (!showing.quiet) {
    say("{}\n", samples_text(*loaded.model, *loaded.source, samples, showing.style));
    std::fflush(stdout);
  }
  return samples;
}

// False if a file cannot be written.
bool write_results(const Checked& checked, const Showing& showing, Outputs& outputs) {
  const auto& [loaded, options, samples, report] = checked;
  if (!showing.quiet) say("{}", check_text(*loaded.model, *loaded.source, options, report, showing.style));
  bool written = true;
  if (outputs.json.wanted()) {
    ReportData data = check_data(*loaded.model, options, report);
    if (samples) data.samples = samples_json(*loaded.source, *samples);
    written = outputs.json.write(json_text(result_json(data)));
  }
  if (const PropertyResult* shown = first_shown(report)) {
    ChartOptions drawn{loaded.model->name, "", ""};
    (shown->witness() ? drawn.witness : drawn.violated) = shown->name;
    if (outputs.chart.wanted()) written = outputs.chart.write(chart_svg(*shown->trace(), drawn)) && written;
    if (outputs.itf.wanted())
      written =
          outputs.itf.write(json_text(trace_itf(*shown->trace(), loaded.source->file_name()))) && written;
  } else if (!showing.quiet && (outputs.chart.wanted() || outputs.itf.wanted())) {
    say("There is no counterexample, so no trace file was written.\n");
  }
  return written;
}

ExitCode check_model(const OptionValues& values, const CheckOrigin& origin, const LoadedModel& loaded,
                     const Showing& showing) {
  Checked checked{loaded, check_options(values)};
  CheckOptions& chosen = checked.options;
  chosen.search.progress = progress_line();
  const std::string& folder = origin.resumed.empty() ? values.text(Opt::checkpoint) : origin.resumed;
  if (!nothing_wrong(against_store(chosen))) return ExitCode::bad_input;
  Outputs outputs(values);
  if (!outputs.usable()) return ExitCode::bad_input;
  FolderLock lock;
  std::optional<Checkpoints> checkpoints;
  if (!folder.empty()) {
    if (!nothing_wrong(against_checkpoints(chosen))) return ExitCode::bad_input;
    if (origin.resumed.empty() &&
        !begin_checkpoints(lock, folder, origin.arguments, std::string(loaded.source->text())))
      return ExitCode::bad_input;
    chosen.search.checkpoints = &checkpoints.emplace(folder, *parse_seconds(values.text(Opt::every)));
  }
  checked.samples = sampled(values, checked, showing);
  CheckReport& report = checked.report = check_all(*loaded.model, chosen);
  Budget::conclude();
  clear_progress_line();
  for (std::string& note : idle_notes({values, chosen, report})) report.notes.push_back(std::move(note));
  if (report.trouble) {
    complain_text(trouble_text(*loaded.model, *loaded.source, *report.trouble));
    return ExitCode::bad_input;
  }
  if (!write_results(checked, showing, outputs)) return ExitCode::bad_input;
  return exit_code_of(report.results);
}

// False, with a message, if an option that was given has no meaning for the language of the text.
bool options_fit(const OptionValues& values, Language language) {
  for (const OptionFacts* row : options_of(Command::check)) {
    if (values.given(row->option) && !nothing_wrong(why_not_for(*row, language))) return false;
  }
  return true;
}

ExitCode check_promela_text(const OptionValues& values, const std::string& path) {
  CheckOptions chosen = check_options(values);
  chosen.search.progress = progress_line();
  return check_threshold({path, values.texts(Opt::set), values.texts(Opt::define),
                          values.texts(Opt::property), chosen.effective_symmetry() != Symmetry::none,
                          chosen.search, values.text(Opt::json), values.text(Opt::itf),
                          values.flag(Opt::no_color)});
}

}  // namespace

ExitCode run_check(const OptionValues& values, const CheckOrigin& origin) {
  apply_limits(values);
  std::string path = origin.resumed.empty() ? values.text(Opt::model) : model_copy(origin.resumed);
  const Language language = language_of(path);
  if (!options_fit(values, language)) return ExitCode::bad_input;
  if (language == Language::promela) return check_promela_text(values, path);
  const Showing showing{values.text(Opt::json) == "-",
                        {!values.flag(Opt::no_color) && isatty(STDOUT_FILENO) != 0, 100}};
  if (path.empty()) {
    if (values.given(Opt::model)) {
      complain("quorate: the name of the model's file is empty\n");
      return ExitCode::bad_input;
    }
    path = bundled_paxos();
    if (!showing.quiet) say("No model was given: this checks the bundled Paxos.\n");
  }
  const LoadedModel loaded = load_model_file(path, readers::check, values.texts(Opt::set));
  if (!loaded.model || !known_properties(*loaded.model, values.texts(Opt::property)) ||
      !known_fairness(*loaded.model, values.text(Opt::fairness)) || !is_finite(loaded, "check")) {
    return ExitCode::bad_input;
  }
  return check_model(values, origin, loaded, showing);
}

}  // namespace quorate
