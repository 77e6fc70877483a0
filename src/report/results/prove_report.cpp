// What `quorate prove` prints: verdicts, what the formulas leave out of the channels, the lemmas, and
// counterexamples to induction.
#include "report/results/prove_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "report/results/check_report.hpp"
#include "report/results/model_heading.hpp"
#include "report/results/verdict_report.hpp"
#include "report/trace/trace_text.hpp"

namespace quorate {

namespace {

std::string list_text(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

std::string channels_text(const Model& model, ChannelEncoding channels) {
  const bool fifo = model.channels.fifo;
  switch (channels) {
    case ChannelEncoding::exact:
      return fifo ? "channels exact but for the order of messages" : "channels exact";
    case ChannelEncoding::saturating:
      return fifo ? "channels counted up to two, their order forgotten" : "channels counted up to two";
    default:
      return fifo ? "messages kept when consumed, their order forgotten" : "messages kept when consumed";
  }
}

std::string lemma_line(const LemmaReport& lemma, std::size_t name_width, std::size_t kind_width) {
  std::string text = fmt::format("    {:<{}}  {:<{}}  ", lemma.name, name_width, lemma.kind, kind_width);
  if (!lemma.proved) return text + "not proved: " + lemma.reason + "\n";
  if (!lemma.text.empty()) text += lemma.text + "\n" + std::string(name_width + kind_width + 8, ' ');
  text += fmt::format("{}-inductive", lemma.k);
  if (!lemma.needs.empty()) text += fmt::format(" with {}", fmt::join(lemma.needs, ", "));
  return text + "\n";
}

std::string outcome(const ProofResult& result) {
  if (result.verdict() != Verdict::holds) return result.reason();
  std::string text = fmt::format("{}-inductive", result.k);
  if (!result.needs.empty()) text += fmt::format(" with {}", fmt::join(result.needs, ", "));
  if (!result.strengthened.empty())
    text += fmt::format(" with {}", counted(result.strengthened.size(), "strengthened guard"));
  return text;
}

std::string result_text(const Model& model, const ProofResult& result, std::size_t width, bool colour) {
  const std::string what = outcome(result);
  std::string text = fmt::format("  {:<{}}  {}  {}{}", result.property, width,
                                 verdict_word(result.verdict(), colour), what, what.empty() ? "" : "; ");
  const bool looked_at = result.k > 0 || result.verdict() != Verdict::inconclusive;
  if (looked_at && !model.messages.empty()) text += channels_text(model, result.channels) + ", ";
  text += show_seconds(result.seconds) + "\n";
  std::size_t names = 0;
  std::size_t kinds = 0;
  for (const auto& lemma : result.lemmas) {
    names = std::max(names, lemma.name.size());
    kinds = std::max(kinds, lemma.kind.size());
  }
  for (const auto& lemma : result.lemmas) text += lemma_line(lemma, names, kinds);
  for (const auto& line : result.strengthened) text += "    " + line + "\n";
  if (!result.discovery.empty()) text += fmt::format("    discovery: {}\n", result.discovery);
  if (result.obligations > 0)
    text += fmt::format("    certificate: {}\n", counted(result.obligations, "obligation"));
  return text;
}

// A counterexample to induction: a path whose first state may be unreachable.
std::string inductive_text(const ProofResult& result, const TextStyle& style) {
  std::string text = fmt::format(
      "\nAn inductive counterexample: {} holds in every state of this path but the last. ", result.property);
  if (result.forgotten.empty()) {
    text += fmt::format("Its first state may be\nunreachable; a search found that it is {}.\n",
                        result.reachability.text);
  } else {
    text += fmt::format(
        "It is one of\nthe formulas, which forget {}: the model itself may not have it.\n"
        "Its first state may be unreachable; a search that forgets the same found that it is {}.\n{}\n",
        list_text(result.forgotten), result.reachability.text,
        result.reachability.reached
            ? "So no lemma excludes it: use `quorate check`."
            : "If only what the formulas forget excludes it, no lemma can: then use `quorate check`.");
  }
  const std::string path = trace_text(*result.inductive, style);
  const std::string heading = "Initial state";
  return text + (path.starts_with(heading) ? "First state" + path.substr(heading.size()) : path);
}

}  // namespace

std::string prove_text(const Model& model, const SourceText& source, const ProveReport& report,
                       const TextStyle& style) {
  std::string text = model_heading(model, source);
  std::size_t width = 0;
  for (const auto& result : report.results) width = std::max(width, result.property.size());
  for (const auto& result : report.results) text += result_text(model, result, width, style.colour);
  for (const auto& result : report.results) {
    if (const TraceDescription* const trace = result.trace()) {
      text += result.verdict() == Verdict::violated
                  ? fmt::format("\n{} is violated. A counterexample ({}):\n", result.property,
                                counted(trace->steps.size(), "step"))
                  : "\nThe model has an error. The steps that lead to it:\n";
      text += trace_text(*trace, style, failure_place(*trace, source));
    }
    if (result.inductive) text += inductive_text(result, style);
  }
  return text;
}

Json prove_json(const Model& model, const ProveOptions& options, const ProveReport& report) {
  ReportData data;
  data.model = model.name;
  for (const Parameter& parameter : model.parameters) data.parameters[parameter.name] = parameter.value;
  const char* lemmas = options.declared_lemmas ? (options.discover ? "all" : "declared")
                                               : (options.discover ? "discovered" : "none");
  data.options = {{"method", "induction"},
                  {"k_max", options.limits.k_max},
                  {"simple_path", options.limits.simple_path},
                  {"lemmas", lemmas},
                  {"strengthen", options.strengthen ? "on" : "off"}};
  for (const auto& result : report.results) {
    PropertyReport property;
    property.property = result.property;
    property.judgement = result.judgement;
    property.seconds = result.seconds;
    data.results.push_back(std::move(property));
  }
  Json json = result_json(data);
  for (std::size_t i = 0; i < report.results.size(); ++i) {
    const ProofResult& result = report.results[i];
    Json& entry = json["results"][i];
    entry["k"] = result.k;
    entry["channels"] = to_text(result.channels);
    entry["forgotten"] = result.forgotten;
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
    entry["reachability"] = result.reachability.text.empty() ? Json() : Json(result.reachability.text);
    entry["strengthened"] = result.strengthened;
    entry["obligations"] = result.obligations;
  }
  return json;
}

}  // namespace quorate
