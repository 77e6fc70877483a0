#include "cli/param_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "base/diagnostics.hpp"
#include "cli/check_report.hpp"
#include "cli/common_options.hpp"
#include "cli/interruption.hpp"
#include "cli/model_file.hpp"
#include "cli/output_file.hpp"
#include "cli/progress_line.hpp"
#include "cli/threshold_file.hpp"
#include "cli/units.hpp"
#include "cli/verdict_report.hpp"
#include "report/trace_text.hpp"

namespace quorate {

namespace {

struct NamedParamResult {
  std::string name;
  ParamResult result;
};

// As for --set.
std::string parameters_of(const ThresholdModel& model, const std::vector<std::int64_t>& values) {
  return parameter_text(model, values, "=", ",");
}

std::string param_line(const ThresholdModel& model, const NamedParamResult& named, std::size_t width,
                       bool colour) {
  const ParamResult& result = named.result;
  std::string how;
  if (result.verdict == Verdict::violated) {
    how = "with " + parameters_of(model, result.parameters);
  } else if (result.pieces > 0) {
    how = fmt::format("runs cut into {} pieces", result.pieces);
  } else {
    how = fmt::format("{} intervals, {} local states, {} abstract states, {} refinements", result.intervals,
                      result.locals, with_separators(result.statistics.states), result.refinements);
    if (result.orders > 1) how = fmt::format("{} orders of thresholds, {}", result.orders, how);
  }
  return fmt::format("  {:<{}}  {}  {}, {}{}\n", named.name, width, verdict_word(result.verdict, colour), how,
                     show_seconds(result.seconds), result.reason.empty() ? "" : "; " + result.reason);
}

void show_param_result(const ThresholdModel& model, const NamedParamResult& named, bool explain,
                       const TextStyle& style) {
  const ParamResult& result = named.result;
  if (explain) {
    fmt::print("\n{}: how it was decided\n", named.name);
    for (const auto& line : result.explanation) fmt::print("{}\n", line);
    if (!result.side_by_side.empty())
      fmt::print("  the counterexample with {}, and beside it what the abstraction sees:\n",
                 parameters_of(model, result.parameters));
    for (std::size_t i = 0; i < result.side_by_side.size(); ++i) {
      fmt::print("    {:>3} {}{}\n        abstract: {}\n", i, i == result.loop_start ? "(loop) " : "",
                 result.side_by_side[i].concrete, result.side_by_side[i].abstract);
    }
  }
  if (!result.instance || !result.instance->trace) return;
  fmt::print("\n{} is violated with {}. A counterexample ({} steps{}):\n", named.name,
             parameters_of(model, result.parameters), result.instance->trace->steps.size(),
             result.instance->trace->loop_start ? ", then for ever" : "");
  fmt::print("{}", trace_text(*result.instance->trace, style));
}

ReportData param_data(const ThresholdModel& model, const std::vector<NamedParamResult>& results) {
  ReportData data;
  data.model = model.name;
  data.options = {{"parameters", "all"}};
  for (const auto& [name, result] : results) {
    PropertyReport property;
    property.property = name;
    property.kind = "temporal";
    property.verdict = to_text(result.verdict);
    if (!result.reason.empty()) property.reason = result.reason;
    if (result.verdict == Verdict::violated)
      property.reason = "with " + parameters_of(model, result.parameters);
    put_statistics(property, result.statistics);
    property.seconds = result.seconds;
    if (result.instance) property.trace = result.instance->trace;
    data.results.push_back(std::move(property));
  }
  return data;
}

// What the JSON object says of `param` beside what every command says.
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
    if (result.verdict != Verdict::violated) continue;
    for (std::size_t p = 0; p < result.parameters.size(); ++p)
      entry["parameters"][model.parameters[p].name] = result.parameters[p];
  }
  return json;
}

// False: there is nothing to verify.
bool sensible(ParamChecker& checker, const ThresholdModel& model, const SourceText& source) {
  Diagnostics diagnostics;
  if (!checker.admissible_parameters_exist()) {
    const Span place = model.resilience.empty()
                           ? model.processes[0].span
                           : join(model.resilience.front().span, model.resilience.back().span);
    diagnostics.error(place, "no parameters satisfy the resilience condition",
                      "every property would hold, of no system at all");
  } else if (!checker.initial_states_exist()) {
    diagnostics.error(model.processes[0].span, "no process can be initialised, whatever the parameters are",
                      "every property would hold, of no run at all");
  } else {
    if (!checker.processes_unbounded())
      diagnostics.warning(model.processes[0].count.span, "the number of processes is bounded",
                          "the assumptions allow finitely many sizes only");
    if (const auto blocked = checker.start_that_blocks())
      diagnostics.warning(model.processes[blocked->process].span,
                          fmt::format("with {} this proctype cannot be initialised",
                                      parameters_of(model, blocked->parameters)),
                          "every property holds there, of no run at all");
  }
  std::cerr << render(diagnostics, source);
  return !diagnostics.has_errors();
}

}  // namespace

CLI::App* ParamCommand::add_to(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("param", "Verify a threshold algorithm (parametric Promela) for all parameters");
  command->add_option("MODEL", model_path_, "The model's file (.pml)")->required();
  command->add_option("-D", definitions_, "Define a macro, NAME or NAME=VALUE")->allow_extra_args(false);
  command->add_option("--property", properties_, "Check this property only (may be repeated)")
      ->allow_extra_args(false);
  command->add_flag(
      "--explain", explain_,
      "Show the abstract domain, what processes can do in it, the invariants, each refinement, and "
      "counterexamples beside their abstraction");
  command->add_option("--memory", memory_, "Give up when the states take more memory than this, e.g. 16G")
      ->check(an_amount());
  command->add_option("--time", time_, "Give up on a property after this time, e.g. 90s, 10m")
      ->check(a_time())
      ->capture_default_str();
  add_output_options(*command, json_path_, no_color_);
  return command;
}

ParamOptions ParamCommand::options() const {
  ParamOptions options;
  options.explain = explain_;
  options.search.limits.interrupted = interruption();
  options.search.limits.max_seconds = *parse_seconds(time_);
  options.search.limits.max_bytes = memory_.empty() ? std::uint64_t{4} << 30U : *parse_bytes(memory_);
  options.search.progress = progress_line();
  options.progress = progress_text();
  return options;
}

ExitCode ParamCommand::run() {
  if (std::string text; !is_threshold_file(model_path_) && read_model_text(model_path_, text)) {
    fmt::print(
        stderr,
        "quorate: param reads parametric Promela (.pml), and {} has another name; quorate check checks it "
        "at fixed parameters\n",
        model_path_);
    return ExitCode::bad_input;
  }
  if (!is_threshold_file(model_path_)) return ExitCode::bad_input;
  const LoadedThreshold loaded = load_threshold_file(model_path_, definitions_);
  if (!loaded.rules || !known_names(property_names(*loaded.rules->model), properties_))
    return ExitCode::bad_input;
  const ThresholdModel& model = *loaded.rules->model;
  if (!has_properties(model_path_, property_names(model))) return ExitCode::bad_input;
  ParamChecker checker(loaded.rules, options());
  if (!sensible(checker, model, *loaded.source)) return ExitCode::bad_input;
  std::vector<NamedParamResult> results;
  for (const auto& property : model.properties) {
    if (!properties_.empty() && std::ranges::find(properties_, property.name) == properties_.end()) continue;
    results.push_back({property.name, checker.check(property)});
  }
  clear_progress_line();
  if (json_path_ != "-") {
    const TextStyle style{!no_color_ && isatty(STDOUT_FILENO) != 0, 100};
    fmt::print("{} (all parameters): {}\n", model.name, model_path_);
    std::size_t width = 0;
    for (const auto& named : results) width = std::max(width, named.name.size());
    for (const auto& named : results) fmt::print("{}", param_line(model, named, width, style.colour));
    for (const auto& named : results) show_param_result(model, named, explain_, style);
  }
  bool written = true;
  if (!json_path_.empty()) written = write_output(json_path_, param_json(model, results).dump(1) + "\n");
  return written ? exit_code_of(results, [](const auto& named) { return named.result.verdict; })
                 : ExitCode::bad_input;
}

}  // namespace quorate
