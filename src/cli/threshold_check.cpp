// `quorate check` of a .pml file: parametric Promela at fixed parameters, or Promela of a fixed size. The
// results of both have the same type and go into the same report.
#include "cli/threshold_check.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "base/units.hpp"
#include "cli/model_file.hpp"
#include "cli/options/settings.hpp"
#include "cli/output_file.hpp"
#include "cli/promela_file.hpp"
#include "cli/streams.hpp"
#include "parameterized/instance/instance_check.hpp"
#include "parameterized/instance/parameter_values.hpp"
#include "promela/plain_check.hpp"
#include "report/json_text.hpp"
#include "report/progress_line.hpp"
#include "report/results/check_report.hpp"
#include "report/results/verdict_report.hpp"
#include "report/trace/trace_itf.hpp"
#include "report/trace/trace_text.hpp"

namespace quorate {

namespace {

struct NamedResult {
  std::string name;
  InstanceResult result;
  std::vector<std::string> warnings;
};

// False, with a message, unless every parameter has a value and every name is a parameter's.
bool parameter_vector(const ThresholdModel& model, const ParameterValues& values,
                      std::vector<std::int64_t>& parameters) {
  std::vector<std::string> names;
  for (const auto& parameter : model.parameters) names.push_back(parameter.name);
  for (const auto& [name, value] : values) {
    if (std::ranges::find(names, name) == names.end()) {
      const std::string near = nearest_word(name, names);
      complain("quorate: the model has no parameter {}{}; it has: {}\n", name,
               near.empty() ? "" : " (did you mean " + near + "?)", fmt::join(names, ", "));
      return false;
    }
    if (value < 0) {
      complain("quorate: --set {}={}: parameters are natural numbers\n", name, value);
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
  complain(
      "quorate: parameters without a value: give them with --set {}, or verify all values with quorate "
      "param\n",
      fmt::join(missing, ","));
  return false;
}

std::string result_line(const NamedResult& named, std::size_t width, bool colour) {
  const Statistics& s = named.result.statistics;
  return fmt::format("  {:<{}}  {}  {}, {}, {}{}\n", named.name, width,
                     verdict_word(named.result.verdict(), colour), counted(s.states, "state"),
                     counted(s.transitions, "step"), show_seconds(s.seconds),
                     named.result.reason().empty() ? "" : "; " + named.result.reason());
}

// The model that is checked, in either language.
struct Subject {
  const LoadedPromela& loaded;
  std::vector<std::int64_t> parameters;
  std::vector<std::string> properties;

  [[nodiscard]] const std::string& name() const {
    return loaded.plain ? loaded.plain->name : loaded.rules->model->name;
  }
  [[nodiscard]] bool is_admissible() const { return loaded.plain || admissible(*loaded.rules, parameters); }
};

constexpr const char* kNoStart =
    "initialisation blocks: there is no initial state, so every property holds vacuously";

constexpr const char* kNoFairRun =
    "no run satisfies the fairness assumptions: every property but safety properties holds vacuously";

bool has_no_start(const InstanceResult& result) {
  return result.verdict() == Verdict::holds && result.statistics.initial_states == 0;
}

ReportData report_data(const Subject& subject, const ThresholdCheckArguments& arguments,
                       const std::vector<NamedResult>& results) {
  ReportData data;
  data.model = subject.name();
  for (std::size_t i = 0; i < subject.parameters.size(); ++i)
    data.parameters[subject.loaded.rules->model->parameters[i].name] = subject.parameters[i];
  const bool counted = !subject.loaded.plain && arguments.counter_representation;
  data.options = {
      {"symmetry", counted ? "role" : "none"}, {"admissible", subject.is_admissible()}, {"threads", 1}};
  for (const auto& [name, result, warnings] : results) {
    PropertyReport property;
    property.property = name;
    property.kind = ResultKind::temporal;
    property.judgement = result.judgement;
    if (has_no_start(result)) property.warnings.emplace_back(kNoStart);
    property.warnings.insert(property.warnings.end(), warnings.begin(), warnings.end());
    put_statistics(property, result.statistics);
    data.results.push_back(std::move(property));
  }
  return data;
}

void show_heading(const Subject& subject, const ThresholdCheckArguments& arguments) {
  const std::string& file = subject.loaded.source->file_name();
  if (subject.loaded.plain) {
    say("{}: {}\n  Promela of a fixed size, one statement at a time; deadlocks are not checked\n",
        subject.name(), file);
    return;
  }
  say("{} ({}): {}\n", subject.name(),
      parameter_text(*subject.loaded.rules->model, subject.parameters, " = ", ", "), file);
  say("  {}\n", arguments.counter_representation ? "processes are counted by local state"
                                                 : "processes are kept in order");
  if (!subject.is_admissible())
    say("  note: these parameters violate the resilience condition; they are checked all the same\n");
}

// A model error before the first state has no trace, only a place.
void show_error_of_start(const Subject& subject, const InstanceResult& result) {
  Diagnostic diagnostic;
  diagnostic.span = result.failure->span;
  diagnostic.message = result.failure->message;
  say("\nThe model has an error, in its initialisation:\n{}", render(diagnostic, *subject.loaded.source));
}

void show_text(const Subject& subject, const std::vector<NamedResult>& results,
               const ThresholdCheckArguments& arguments) {
  const TextStyle style{!arguments.no_color && isatty(STDOUT_FILENO) != 0, 100};
  show_heading(subject, arguments);
  std::size_t width = 0;
  for (const auto& named : results) width = std::max(width, named.name.size());
  for (const auto& named : results) say("{}", result_line(named, width, style.colour));
  bool start_shown = false;
  for (const auto& [name, result, warnings] : results) {
    if (result.failure && result.trace() == nullptr && !start_shown) {
      show_error_of_start(subject, result);
      start_shown = true;
    }
    const TraceDescription* const trace = result.trace();
    if (trace == nullptr) continue;
    say("\n{}",
        result.verdict() == Verdict::violated
            ? fmt::format("{} is violated. A counterexample ({}{}):\n", name,
                          counted(trace->steps.size(), "step"), trace->loop_start ? ", then for ever" : "")
            : "The model has an error. The steps that lead to it:\n");
    say("{}", trace_text(*trace, style, failure_place(*trace, *subject.loaded.source)));
  }
}

// Warns if properties hold only because there is no initial state, or no run that is fair.
void warn_of_vacuity(const Subject& subject, std::vector<NamedResult>& results,
                     const ThresholdCheckArguments& arguments) {
  if (subject.loaded.plain || std::ranges::none_of(results, [](const auto& named) {
        return named.result.verdict() == Verdict::holds;
      }))
    return;
  const ThresholdModel& model = *subject.loaded.rules->model;
  Diagnostics diagnostics;
  if (std::ranges::any_of(results, [](const auto& named) { return has_no_start(named.result); })) {
    diagnostics.warning(model.processes[0].span, kNoStart, "look at the conditions before the loop");
  } else {
    InstanceOptions options;
    options.search = arguments.search;
    bool none = false;
    if (within_budget([&] { none = no_run_is_fair(subject.loaded.rules, subject.parameters, options); }) !=
            Spent::nothing ||
        !none)
      return;
    diagnostics.warning(model.fairness[0].span, kNoFairRun);
    for (auto& named : results) {
      if (named.result.verdict() == Verdict::holds) named.warnings.emplace_back(kNoFairRun);
    }
  }
  complain_text(render(diagnostics, *subject.loaded.source));
}

// Finds the properties and parameters. False, with a message, if there is nothing to check.
bool prepared(Subject& subject, const ParameterValues& values, const ThresholdCheckArguments& arguments) {
  if (subject.loaded.plain) {
    subject.properties = plain_properties(*subject.loaded.plain);
    if (!values.empty()) {
      complain("quorate: {} has no parameters; -D defines macros\n", arguments.path);
      return false;
    }
  } else {
    const ThresholdModel& model = *subject.loaded.rules->model;
    subject.properties = property_names(model);
    if (!known_names(subject.properties, arguments.properties) ||
        !parameter_vector(model, values, subject.parameters))
      return false;
    if (!nothing_wrong(instance_problem(*subject.loaded.rules, subject.parameters))) return false;
  }
  return has_properties(arguments.path, subject.properties) &&
         known_names(subject.properties, arguments.properties);
}

InstanceResult check_one(const Subject& subject, const std::string& property,
                         const ThresholdCheckArguments& arguments, const SearchOptions& search) {
  if (subject.loaded.plain)
    return check_plain(subject.loaded.plain, *subject.loaded.source, property, search);
  InstanceOptions options;
  options.counter_representation = arguments.counter_representation;
  options.follow_growth = true;
  options.search = search;
  const auto& properties = subject.loaded.rules->model->properties;
  return check_instance(subject.loaded.rules, subject.parameters,
                        *std::ranges::find(properties, property, &ThresholdProperty::name), options);
}

}  // namespace

ExitCode check_threshold(const ThresholdCheckArguments& arguments) {
  ParameterValues values;
  if (!nothing_wrong(parse_settings(arguments.settings, values))) return ExitCode::bad_input;
  const LoadedPromela loaded = load_promela_file(arguments.path, readers::check, arguments.definitions);
  if (!loaded.rules && !loaded.plain) return ExitCode::bad_input;
  Subject subject{loaded, {}, {}};
  if (!prepared(subject, values, arguments)) return ExitCode::bad_input;
  OutputFile json(arguments.json_path);
  OutputFile itf(arguments.itf_path);
  if (!json.usable() || !itf.usable()) return ExitCode::bad_input;
  std::vector<NamedResult> results;
  for (const auto& property : subject.properties) {
    const auto& wanted = arguments.properties;
    if (!wanted.empty() && std::ranges::find(wanted, property) == wanted.end()) continue;
    results.push_back({property, {}, {}});
  }
  SearchOptions search = arguments.search;
  for (std::size_t k = 0; k < results.size(); ++k) {
    search.limits.max_seconds = Budget::share_of_time(results.size() - k);
    InstanceResult& result = results[k].result;
    const Spent spent =
        within_budget([&] { result = check_one(subject, results[k].name, arguments, search); });
    if (spent != Spent::nothing) result.judgement = Judgement::open(to_text(spent));
  }
  warn_of_vacuity(subject, results, arguments);
  clear_progress_line();
  Budget::conclude();
  if (arguments.json_path != "-") show_text(subject, results, arguments);
  bool written = true;
  if (json.wanted()) written = json.write(json_text(result_json(report_data(subject, arguments, results))));
  for (const auto& named : results) {
    if (named.result.trace() == nullptr || !itf.wanted()) continue;
    written = itf.write(json_text(trace_itf(*named.result.trace(), loaded.source->file_name()))) && written;
    break;
  }
  return written ? exit_code_of(results, &NamedResult::result) : ExitCode::bad_input;
}

}  // namespace quorate
