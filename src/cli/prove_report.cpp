#include "cli/prove_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/check_report.hpp"
#include "cli/model_file.hpp"
#include "cli/units.hpp"
#include "report/trace_text.hpp"

namespace quorate {

namespace {

std::string channels_text(ChannelEncoding channels) {
  switch (channels) {
    case ChannelEncoding::exact:
      return "channels exact";
    case ChannelEncoding::saturating:
      return "channels counted up to two";
    default:
      return "messages kept when consumed";
  }
}

std::string lemma_line(const LemmaReport& lemma, std::size_t width) {
  std::string text = fmt::format("    {:<{}}  {:<8}  ", lemma.name, width, lemma.kind);
  if (!lemma.proved) return text + "not proved: " + lemma.reason + "\n";
  text += fmt::format("{}-inductive", lemma.k);
  if (!lemma.needs.empty()) text += fmt::format(" with {}", fmt::join(lemma.needs, ", "));
  if (!lemma.text.empty()) text += ": " + lemma.text;
  return text + "\n";
}

std::string result_text(const ProofResult& result, std::size_t width) {
  std::string text = fmt::format("  {:<{}}  {:<12}  ", result.property, width, to_text(result.verdict));
  if (result.verdict == Verdict::holds) {
    text += fmt::format("{}-inductive", result.k);
    if (!result.needs.empty()) text += fmt::format(" with {}", fmt::join(result.needs, ", "));
  } else {
    text += result.reason;
  }
  text += fmt::format("; {}, {}\n", channels_text(result.channels), show_seconds(result.seconds));
  std::size_t lemma_width = 0;
  for (const auto& lemma : result.lemmas) lemma_width = std::max(lemma_width, lemma.name.size());
  for (const auto& lemma : result.lemmas) text += lemma_line(lemma, lemma_width);
  if (!result.discovery.empty()) text += fmt::format("    discovery: {}\n", result.discovery);
  return text;
}

}  // namespace

std::string prove_text(const Model& model, const SourceText& source, const ProveReport& report,
                       const TextStyle& style) {
  std::string text = model_heading(model, source);
  std::size_t width = 0;
  for (const auto& result : report.results) width = std::max(width, result.property.size());
  for (const auto& result : report.results) text += result_text(result, width);
  for (const auto& note : report.notes) text += fmt::format("  note: {}\n", note);
  for (const auto& result : report.results) {
    if (result.trace) {
      text += fmt::format("\n{} is violated. A counterexample ({} steps):\n", result.property,
                          result.trace->steps.size());
      text += trace_text(*result.trace, style, failure_place(*result.trace, source));
    }
    if (result.inductive) {
      text += fmt::format(
          "\n{} holds in all states of this path but the last; its first state may be unreachable{}:\n",
          result.property, result.reachability.empty() ? "" : " (" + result.reachability + ")");
      text += trace_text(*result.inductive, style);
    }
  }
  return text;
}

Json prove_json(const Model& model, const ProveOptions& options, const ProveReport& report) {
  ReportData data;
  data.model = model.name;
  for (const Parameter& parameter : model.parameters) data.parameters[parameter.name] = parameter.value;
  data.options = {
      {"method", "induction"}, {"k_max", options.limits.k_max}, {"simple_path", options.limits.simple_path}};
  for (const auto& result : report.results) {
    PropertyReport property;
    property.property = result.property;
    property.kind = "invariant";
    property.verdict = to_text(result.verdict);
    if (!result.reason.empty()) property.reason = result.reason;
    property.seconds = result.seconds;
    property.trace = result.trace;
    data.results.push_back(std::move(property));
  }
  Json json = result_json(data);
  for (std::size_t i = 0; i < report.results.size(); ++i) {
    const ProofResult& result = report.results[i];
    Json& entry = json["results"][i];
    entry["k"] = result.k;
    entry["channels"] = to_text(result.channels);
    entry["needs"] = result.needs;
    entry["lemmas"] = Json::array();
    for (const auto& lemma : result.lemmas) {
      entry["lemmas"].push_back({{"name", lemma.name},
                                 {"class", lemma.kind},
                                 {"text", lemma.text},
                                 {"proved", lemma.proved},
                                 {"k", lemma.k},
                                 {"needs", lemma.needs},
                                 {"reason", lemma.reason}});
    }
    entry["inductive_counterexample"] = result.inductive ? trace_json(*result.inductive) : Json();
    entry["reachability"] = result.reachability;
  }
  return json;
}

}  // namespace quorate
