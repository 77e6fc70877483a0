// From a CheckReport to lines: the heading says which semantics, layers and search were used, so that a count
// can be compared; then one line for each property, the notes, and the counterexamples. The JSON object says
// the same.
#include "report/results/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/units.hpp"
#include "faults/declared_faults.hpp"
#include "reduction/layers.hpp"
#include "report/results/model_heading.hpp"
#include "report/results/permuted_text.hpp"
#include "report/results/verdict_report.hpp"
#include "report/trace/trace_text.hpp"

namespace quorate {

namespace {

std::string order_name(SearchOrder order) {
  return order == SearchOrder::breadth_first ? "breadth-first" : "depth-first";
}

std::string search_text(const CheckOptions& options, const PropertyResult& result) {
  if (result.kind == ResultKind::temporal) {
    return result.fairness.empty() ? "depth-first" : "depth-first, under " + result.fairness;
  }
  const StoreKind store = options.search.store;
  return order_name(options.effective_order()) + (options.stores_states() ? "" : ", stateless") +
         (store == StoreKind::tree ? "" : fmt::format(", {} store", to_text(store)));
}

// The reductions besides symmetry, which permuting_text describes.
std::string reductions_text(const PropertyResult& result) {
  std::string text = result.por == PartialOrder::dpor ? ", dynamic partial-order reduction" : "";
  for (const LayerUse& layer : result.layers)
    if (layer.used() && layer.name != SymmetryLayer::title) text += ", " + layer.name;
  return text;
}

// The partial-order reduction that was asked for, or else one that was used for some property.
PartialOrder effective_por(const CheckOptions& options, const CheckReport& report) {
  if (options.por) return *options.por;
  const auto used = std::ranges::find(report.results, PartialOrder::lpor, &PropertyResult::por);
  return used == report.results.end() ? PartialOrder::none : PartialOrder::lpor;
}

// What symmetry saved, in the measures of [Bokor et al. 2009].
std::string gain_text(const PropertyResult& result) {
  if (!result.unreduced_states) return "";
  return fmt::format("; {} unreduced, gain {:.1f}, efficiency {:.0f}%",
                     with_separators(static_cast<std::uint64_t>(*result.unreduced_states)), result.gain(),
                     100 * result.efficiency());
}

std::string statistics_text(const PropertyResult& result) {
  const Statistics& s = result.statistics;
  if (s.states == 0) return "";
  return fmt::format("{}, {}, depth {}, {}{}", counted(s.states, "state"), counted(s.transitions, "step"),
                     s.depth, show_seconds(result.timing.total()), gain_text(result));
}

std::string trace_heading(const PropertyResult& result) {
  if (result.kind == ResultKind::well_defined) return "The model has an error. The steps that lead to it:";
  if (result.witness()) {
    return fmt::format("{} holds. A witness ({}):", result.name,
                       counted(result.trace()->steps.size(), "step"));
  }
  if (result.refuted_at_start)
    return fmt::format("{} is violated by every run from this initial state:", result.name);
  if (result.kind == ResultKind::temporal && !result.trace()->loop_start) {
    return fmt::format("{} is violated: it requires a run that this state does not have.", result.name);
  }
  const char* const which = result.shortest ? "A shortest counterexample" : "A counterexample";
  return fmt::format("{} is violated. {} ({}):", result.name, which,
                     counted(result.trace()->steps.size(), "step"));
}

std::string warning_text(const ResultWarning& warning, const SourceText& source) {
  if (warning.span.begin == warning.span.end) {
    return fmt::format("  warning: {}{}\n", warning.message,
                       warning.hint.empty() ? "" : fmt::format(" ({})", warning.hint));
  }
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.span = warning.span;
  diagnostic.message = warning.message;
  diagnostic.hint = warning.hint;
  return render(diagnostic, source);
}

}  // namespace

std::string to_text(SearchOrder order) {
  return order == SearchOrder::breadth_first ? "bfs" : "dfs";
}

std::string semantics_line(const Model& model, const Semantics& semantics) {
  std::string text = "traffic " + to_text(semantics.traffic);
  if (declares(model, FaultKind::crash) || semantics.crash != CrashModel::implicit_)
    text += ", crashes " + to_text(semantics.crash);
  if (model.channels.lossy) text += ", losses " + to_text(semantics.loss);
  return text;
}

std::string failure_place(const TraceDescription& trace, const SourceText& source) {
  if (trace.failure.empty()) return "";
  Diagnostic diagnostic;
  diagnostic.span = trace.failure_span;
  diagnostic.message = trace.failure;
  return render(diagnostic, source);
}

std::string check_text(const Model& model, const SourceText& source, const CheckOptions& options,
                       const CheckReport& report, const TextStyle& style) {
  std::string text = model_heading(model, source);
  std::size_t width = 0;
  for (const auto& result : report.results) width = std::max(width, result.name.size());
  std::string last_line;
  for (const auto& result : report.results) {
    const std::string line = semantics_line(model, result.semantics) + permuting_text(model, result) +
                             reductions_text(result) + ", " + search_text(options, result);
    if (result.statistics.states > 0 && line != last_line) text += fmt::format("  {}\n", line);
    if (result.statistics.states > 0) last_line = line;
    const std::string statistics = statistics_text(result);
    text += fmt::format("  {:<{}}  {}  {}{}\n", result.name, width,
                        verdict_word(result.verdict(), style.colour), statistics,
                        result.reason().empty() ? "" : (statistics.empty() ? "" : "; ") + result.reason());
  }
  for (const auto& result : report.results) {
    for (const auto& warning : result.warnings) text += warning_text(warning, source);
  }
  for (const auto& note : report.notes) text += fmt::format("  note: {}\n", note);
  for (const auto& note : not_permuted_notes(model, source, report))
    text += fmt::format("  note: {}\n", note);
  for (const auto& result : report.results) {
    if (result.trace() == nullptr) continue;
    text += fmt::format("\n{}\n", trace_heading(result));
    text += trace_text(*result.trace(), style, failure_place(*result.trace(), source));
  }
  return text;
}

ReportData check_data(const Model& model, const CheckOptions& options, const CheckReport& report) {
  ReportData data;
  data.model = model.name;
  for (const Parameter& parameter : model.parameters) data.parameters[parameter.name] = parameter.value;
  const Semantics effective = report.results.empty() ? Semantics{} : report.results.front().semantics;
  data.options = {{"traffic", to_text(options.traffic)},
                  {"crash", to_text(effective.crash)},
                  {"loss", to_text(effective.loss)},
                  {"symmetry", to_text(options.effective_symmetry())},
                  {"por", to_text(effective_por(options, report))},
                  {"stateless", !options.stores_states()},
                  {"net", options.lpor_options.necessary ? "on" : "off"},
                  {"split", to_text(options.lpor_options.split)},
                  {"forget", report.uses(ForgettingLayer::title) ? "on" : "off"},
                  {"sleep", options.search.sleep_sets ? "on" : "off"},
                  {"search", to_text(options.effective_order())},
                  {"engine", report.used_native_code ? "native" : "interpreted"},
                  {"threads", options.effective_threads()},
                  {"store", to_text(options.search.store)},
                  {"deadlock", options.deadlock}};
  for (const auto& result : report.results) {
    PropertyReport property;
    property.property = result.name;
    property.kind = result.kind;
    property.judgement = result.judgement;
    if (result.trace() != nullptr && !result.trace()->failure.empty())
      property.reason = result.trace()->failure;
    put_statistics(property, result.statistics);
    property.seconds = result.timing.total();
    property.timing = {{"analysis", result.timing.analysis},
                       {"search", result.timing.search},
                       {"repeated_searches", result.timing.repeated},
                       {"trace", result.timing.trace}};
    property.omission_probability = result.omission;
    property.permuted = permuted_names(model, result);
    if (result.trace() != nullptr) property.shortest = result.shortest;
    if (result.unreduced_states) {
      property.unreduced_states = static_cast<std::uint64_t>(*result.unreduced_states);
      property.gain = result.gain();
      property.efficiency = result.efficiency();
    }
    if (!result.fairness.empty()) property.fairness = result.fairness;
    for (const ResultWarning& warning : result.warnings) property.warnings.push_back(warning.message);
    data.results.push_back(std::move(property));
  }
  return data;
}

}  // namespace quorate
