#include "report/result_json.hpp"

namespace quorate {
namespace {

Json property_json(const PropertyReport& result) {
  Json json = Json::object();
  json["property"] = result.property;
  json["kind"] = to_text(result.kind);
  json["verdict"] = to_text(result.judgement.verdict());
  const std::string reason = result.reason.value_or(result.judgement.reason());
  json["reason"] = reason.empty() ? Json() : Json(reason);
  json["states"] = result.states;
  json["transitions"] = result.transitions;
  json["initial_states"] = result.initial_states;
  json["depth"] = result.depth;
  json["seconds"] = result.seconds;
  json["timing"] = result.timing.empty() ? Json() : Json(result.timing);
  json["peak_memory_bytes"] = result.peak_memory_bytes;
  json["bytes_per_state"] = result.bytes_per_state;
  json["permuted"] = result.permuted;
  json["unreduced_states"] = result.unreduced_states ? Json(*result.unreduced_states) : Json();
  json["gain"] = result.gain ? Json(*result.gain) : Json();
  json["efficiency"] = result.efficiency ? Json(*result.efficiency) : Json();
  json["omission_probability"] = result.omission_probability ? Json(*result.omission_probability) : Json();
  json["fairness"] = result.fairness ? Json(*result.fairness) : Json();
  json["warnings"] = result.warnings;
  const TraceDescription* const trace = result.judgement.trace();
  json["witness"] = trace != nullptr && result.judgement.verdict() == Verdict::holds;
  json["shortest"] = result.shortest ? Json(*result.shortest) : Json();
  json["trace"] = trace != nullptr ? trace_json(*trace) : Json();
  return json;
}

}  // namespace

Json result_json(const ReportData& report) {
  Json json = Json::object();
  json["model"] = report.model;
  json["parameters"] = Json::object();
  for (const auto& [name, value] : report.parameters) json["parameters"][name] = value;
  json["options"] = report.options;
  json["results"] = Json::array();
  for (const PropertyReport& result : report.results) json["results"].push_back(property_json(result));
  if (report.samples) json["samples"] = *report.samples;
  return json;
}

}  // namespace quorate
