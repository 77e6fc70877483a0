#include "cli/threshold_check.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "cli/check_report.hpp"
#include "cli/model_file.hpp"
#include "cli/output_file.hpp"
#include "cli/progress_line.hpp"
#include "cli/threshold_file.hpp"
#include "cli/units.hpp"
#include "cli/verdict_report.hpp"
#include "parameterized/instance_check.hpp"
#include "report/trace_itf.hpp"
#include "report/trace_text.hpp"

namespace quorate {

namespace {

struct NamedResult {
  std::string name;
  InstanceResult result;
};

// Every parameter needs a value; a misspelt one is named.
bool parameter_vector(const ThresholdModel& model, const ParameterValues& values,
                      std::vector<std::int64_t>& parameters) {
  std::vector<std::string> names;
  for (const auto& parameter : model.parameters) names.push_back(parameter.name);
  for (const auto& [name, value] : values) {
    if (std::ranges::find(names, name) == names.end()) {
      const std::string near = nearest_word(name, names);
      fmt::print(stderr, "quorate: the model has no parameter {}{}; it has: {}\n", name,
                 near.empty() ? "" : " (did you mean " + near + "?)", fmt::join(names, ", "));
      return false;
    }
    if (value < 0) {
      fmt::print(stderr, "quorate: --set {}={}: parameters are natural numbers\n", name, value);
      return false;
    }
  }
  std::vector<std::string> missing;
  for (const auto& name : names) {
    const auto found = values.find(name);
    if (found == values.end()) missing.push_back(name + "=...");
    parameters.push_back(found == values.end() ? 0 : found->second);
  }
  if (missing.empty()) return true;
  fmt::print(stderr,
             "quorate: the parameters have no values; say them with --set {}, or verify all of them with "
             "quorate param\n",
             fmt::join(missing, ","));
  return false;
}

std::string result_line(const NamedResult& named, std::size_t width, bool colour) {
  const Statistics& s = named.result.statistics;
  return fmt::format("  {:<{}}  {}  {} states, {} steps, {}{}\n", named.name, width,
                     verdict_word(named.result.verdict, colour), with_separators(s.states),
                     with_separators(s.transitions), show_seconds(s.seconds),
                     named.result.reason.empty() ? "" : "; " + named.result.reason);
}

ReportData report_data(const ThresholdModel& model, const std::vector<std::int64_t>& parameters,
                       bool admissible, const ThresholdCheckArguments& arguments,
                       const std::vector<NamedResult>& results) {
  ReportData data;
  data.model = model.name;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    data.parameters[model.parameters[i].name] = parameters[i];
  data.options = {{"symmetry", arguments.counter_representation ? "role" : "none"},
                  {"admissible", admissible},
                  {"threads", 1}};
  for (const auto& [name, result] : results) {
    PropertyReport property;
    property.property = name;
    property.kind = "temporal";
    property.verdict = to_text(result.verdict);
    if (!result.reason.empty()) property.reason = result.reason;
    put_statistics(property, result.statistics);
    property.trace = result.trace;
    data.results.push_back(std::move(property));
  }
  return data;
}

void show_text(const LoadedThreshold& loaded, const std::vector<std::int64_t>& parameters,
               const std::vector<NamedResult>& results, const ThresholdCheckArguments& arguments) {
  const ThresholdModel& model = *loaded.rules->model;
  const TextStyle style{!arguments.no_color && isatty(STDOUT_FILENO) != 0, 100};
  fmt::print("{} ({}): {}\n", model.name, parameter_text(model, parameters, " = ", ", "), arguments.path);
  fmt::print("  {}\n", arguments.counter_representation ? "processes are counted by local state"
                                                        : "processes are kept in order");
  if (!admissible(*loaded.rules, parameters))
    fmt::print("  note: these parameters violate the resilience condition; they are checked all the same\n");
  std::size_t width = 0;
  for (const auto& named : results) width = std::max(width, named.name.size());
  for (const auto& named : results) fmt::print("{}", result_line(named, width, style.colour));
  for (const auto& [name, result] : results) {
    if (!result.trace) continue;
    fmt::print("\n{}", result.verdict == Verdict::violated
                           ? fmt::format("{} is violated. A counterexample ({} steps{}):\n", name,
                                         result.trace->steps.size(),
                                         result.trace->loop_start ? ", then for ever" : "")
                           : "The model has an error. How it comes to it:\n");
    fmt::print("{}", trace_text(*result.trace, style, failure_place(*result.trace, *loaded.source)));
  }
}

}  // namespace

ExitCode check_threshold(const ThresholdCheckArguments& arguments) {
  ParameterValues values;
  if (!parse_all_settings(arguments.settings, values)) return ExitCode::bad_input;
  const LoadedThreshold loaded = load_threshold_file(arguments.path, arguments.definitions);
  if (!loaded.rules) return ExitCode::bad_input;
  const ThresholdModel& model = *loaded.rules->model;
  std::vector<std::int64_t> parameters;
  if (!known_threshold_properties(model, arguments.properties) ||
      !parameter_vector(model, values, parameters))
    return ExitCode::bad_input;
  if (const std::string problem = instance_problem(*loaded.rules, parameters); !problem.empty()) {
    fmt::print(stderr, "quorate: {}\n", problem);
    return ExitCode::bad_input;
  }
  InstanceOptions options;
  options.counter_representation = arguments.counter_representation;
  options.search = arguments.search;
  std::vector<NamedResult> results;
  for (const auto& property : model.properties) {
    const auto& wanted = arguments.properties;
    if (!wanted.empty() && std::ranges::find(wanted, property.name) == wanted.end()) continue;
    results.push_back({property.name, {}});
  }
  for (std::size_t k = 0; k < results.size(); ++k) {
    const auto& property = *std::ranges::find(model.properties, results[k].name, &ThresholdProperty::name);
    options.search.limits.max_seconds = Budget::share_of_time(results.size() - k);
    InstanceResult& result = results[k].result;
    const Spent spent =
        within_budget([&] { result = check_instance(loaded.rules, parameters, property, options); });
    if (spent != Spent::nothing) result.reason = to_text(spent);
  }
  clear_progress_line();
  Budget::conclude();
  if (arguments.json_path != "-") show_text(loaded, parameters, results, arguments);
  bool written = true;
  if (!arguments.json_path.empty())
    written = write_output(
        arguments.json_path,
        result_json(report_data(model, parameters, admissible(*loaded.rules, parameters), arguments, results))
                .dump(1) +
            "\n");
  for (const auto& named : results) {
    if (!named.result.trace || arguments.itf_path.empty()) continue;
    const std::string itf = trace_itf(*named.result.trace, arguments.path).dump(1) + "\n";
    written = write_output(arguments.itf_path, itf) && written;
    break;
  }
  return written ? exit_code_of(results, [](const auto& named) { return named.result.verdict; })
                 : ExitCode::bad_input;
}

}  // namespace quorate
