// `quorate param`: gives each property its share of the time, and writes the line and the JSON of each
// result.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "base/diagnostics.hpp"
#include "base/units.hpp"
#include "cli/commands/commands.hpp"
#include "cli/model_file.hpp"
#include "cli/options/limits.hpp"
#include "cli/output_file.hpp"
#include "cli/promela_file.hpp"
#include "cli/streams.hpp"
#include "parameterized/param_check.hpp"
#include "parameterized/why_ended.hpp"
#include "report/json_text.hpp"
#include "report/progress_line.hpp"
#include "report/results/check_report.hpp"
#include "report/results/verdict_report.hpp"
#include "report/trace/trace_text.hpp"

namespace quorate {

namespace {

struct NamedParamResult {
  std::string name;
  ParamResult result;
};

// As --set takes them: "n=4,t=1".
std::string parameters_of(const ThresholdModel& model, const std::vector<std::int64_t>& values) {
  return parameter_text(model, values, "=", ",");
}

std::string param_line(const ThresholdModel& model, const NamedParamResult& named, std::size_t width,
                       bool colour) {
  const ParamResult& result = named.result;
  std::string how;
  if (result.verdict() == Verdict::violated) {
    how = "with " + parameters_of(model, result.parameters);
  } else if (result.pieces > 0) {
    how = fmt::format("runs cut into {}", counted(result.pieces, "piece"));
  } else {
    how = fmt::format(
        "{}, {}, {}, {}", counted(result.intervals, "interval"), counted(result.locals, "local state"),
        counted(result.statistics.states, "abstract state"), counted(result.refinements, "refinement"));
    if (result.orders > 1) how = fmt::format("{} orders of thresholds, {}", result.orders, how);
  }
  return fmt::format("  {:<{}}  {}  {}, {}{}\n", named.name, width, verdict_word(result.verdict(), colour),
                     how, show_seconds(result.seconds),
                     result.reason().empty() ? "" : "; " + result.reason());
}

void show_param_result(const ThresholdModel& model, const NamedParamResult& named, bool explain,
                       const TextStyle& style) {
  const ParamResult& result = named.result;
  if (explain) {
    say("\n{}: how it was decided\n", named.name);
    for (const auto& line : result.explanation) say("{}\n", line);
    if (!result.side_by_side.empty())
      say("  the counterexample with {}, each state with its abstract state:\n",
          parameters_of(model, result.parameters));
    for (std::size_t i = 0; i < result.side_by_side.size(); ++i) {
      say("    {:>3} {}{}\n        abstract: {}\n", i, i == result.loop_start ? "(loop) " : "",
          result.side_by_side[i].concrete, result.side_by_side[i].abstract);
    }
  }
  const TraceDescription* const trace = result.trace();
  if (trace == nullptr) return;
  say("\n{} is violated with {}. A counterexample ({}{}):\n", named.name,
      parameters_of(model, result.parameters), counted(trace->steps.size(), "step"),
      trace->loop_start ? ", then for ever" : "");
  say("{}", trace_text(*trace, style));
}

ReportData param_data(const ThresholdModel& model, const std::vector<NamedParamResult>& results) {
  ReportData data;
  data.model = model.name;
  data.options = {{"parameters", "all"}};
  for (const auto& [name, result] : results) {
    PropertyReport property;
    property.property = name;
    property.kind = ResultKind::temporal;
    property.judgement = result.judgement;
    if (result.verdict() == Verdict::violated)
      property.reason = "with " + parameters_of(model, result.parameters);
    put_statistics(property, result.statistics);
    property.seconds = result.seconds;
    data.results.push_back(std::move(property));
  }
  return data;
}

// The JSON object of every command, with the entries of `param` besides.
Json param_json(const ThresholdModel& model, const std::vector<NamedParamResult>& results) {
  Json json = result_json(param_data(model, results));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ParamResult& result = results[i].result;
    Json& entry = json["results"][i];
    entry["intervals"] = result.intervals;
    entry["orders"] = result.orders;
    entry["local_states"] = result.locals;
    entry["refinements"] = result.refinements;
    if (result.pieces > 0) entry["pieces"] = result.pieces;
    entry["solver_questions"] = result.questions;
    if (result.verdict() != Verdict::violated) continue;
    for (std::size_t p = 0; p < result.parameters.size(); ++p)
      entry["parameters"][model.parameters[p].name] = result.parameters[p];
  }
  return json;
}

constexpr double usual_seconds = 600;  // for a property

// False, with an error, if there is nothing to verify. Warns where a verdict means less than it seems to.
bool sensible(ParamChecker& checker, const ThresholdModel& model, const SourceText& source) {
  Diagnostics diagnostics;
  if (!checker.admissible_parameters_exist()) {
    const Span place = model.resilience.empty()
                           ? model.processes[0].span
                           : join(model.resilience.front().span, model.resilience.back().span);
    diagnostics.error(
        place, "no parameters satisfy the resilience condition",
        "every property would hold vacuously: check the assumptions and the numbers of processes");
  } else if (!checker.initial_states_exist()) {
    diagnostics.error(model.processes[0].span, "no process can be initialised, whatever the parameters are",
                      "every property would hold vacuously: check the conditions before the loop");
  } else {
    if (!checker.processes_unbounded())
      diagnostics.warning(model.processes[0].count.span, "the number of processes is bounded",
                          "the assumptions allow only finitely many sizes");
    if (const auto blocked = checker.start_that_blocks())
      diagnostics.warning(model.processes[blocked->process].span,
                          fmt::format("with {} this proctype cannot be initialised",
                                      parameters_of(model, blocked->parameters)),
                          "every property holds vacuously there: check the conditions before the loop");
  }
  std::cerr << render(diagnostics, source);
  return !diagnostics.has_errors();
}

ParamOptions param_options(const OptionValues& values) {
  ParamOptions options;
  options.explain = values.flag(Opt::explain);
  options.search.progress = progress_line();
  options.progress = progress_text();
  return options;
}

}  // namespace

ExitCode run_param(const OptionValues& values) {
  apply_limits(values);
  const std::string& path = values.text(Opt::model);
  const std::vector<std::string>& wanted_names = values.texts(Opt::property);
  const LoadedPromela loaded = load_promela_file(path, readers::param, values.texts(Opt::define));
  if (!loaded.rules || !known_names(property_names(*loaded.rules->model), wanted_names))
    return ExitCode::bad_input;
  const ThresholdModel& model = *loaded.rules->model;
  if (!has_properties(path, property_names(model))) return ExitCode::bad_input;
  const std::string& json_path = values.text(Opt::json);
  OutputFile json(json_path);
  if (!json.usable()) return ExitCode::bad_input;
  std::optional<ParamChecker> checker;
  bool is_sensible = false;
  const auto ended = why_ended([&] {
    checker.emplace(loaded.rules, param_options(values));
    is_sensible = sensible(*checker, model, *loaded.source);
  });
  if (!ended && !is_sensible) return ExitCode::bad_input;
  std::vector<const ThresholdProperty*> wanted;
  for (const auto& property : model.properties) {
    if (wanted_names.empty() || std::ranges::find(wanted_names, property.name) != wanted_names.end())
      wanted.push_back(&property);
  }
  std::vector<NamedParamResult> results;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    NamedParamResult& named = results.emplace_back(NamedParamResult{wanted[k]->name, {}});
    const double seconds = values.given(Opt::time) ? Budget::share_of_time(wanted.size() - k) : usual_seconds;
    if (ended) {
      named.result.judgement = Judgement::open(*ended);
    } else {
      named.result = checker->check(*wanted[k], seconds);
    }
  }
  clear_progress_line();
  Budget::conclude();
  if (json_path != "-") {
    const TextStyle style{!values.flag(Opt::no_color) && isatty(STDOUT_FILENO) != 0, 100};
    say("{} (all parameters): {}\n", model.name, loaded.source->file_name());
    std::size_t width = 0;
    for (const auto& named : results) width = std::max(width, named.name.size());
    for (const auto& named : results) say("{}", param_line(model, named, width, style.colour));
    for (const auto& named : results) show_param_result(model, named, values.flag(Opt::explain), style);
  }
  bool written = true;
  if (json.wanted()) written = json.write(json_text(param_json(model, results)));
  return written ? exit_code_of(results, &NamedParamResult::result) : ExitCode::bad_input;
}

}  // namespace quorate
