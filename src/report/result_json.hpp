// The report of a whole run as one JSON object, as --json promises it: what was checked, with which options,
// what the verdicts are and what they cost. The same for all commands and engines.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/trace/trace_json.hpp"
#include "verify/result/results.hpp"

namespace quorate {

struct PropertyReport {
  std::string property;
  ResultKind kind = ResultKind::invariant;
  Judgement judgement;
  std::optional<std::string> reason;  // shown in place of the judgement's reason
  std::uint64_t states = 0;           // stored
  std::uint64_t transitions = 0;      // executed steps
  std::uint64_t initial_states = 0;
  std::uint64_t depth = 0;
  double seconds = 0.0;                  // everything that the verdict took
  std::map<std::string, double> timing;  // its parts; empty: not known
  std::uint64_t peak_memory_bytes = 0;
  double bytes_per_state = 0.0;
  std::vector<std::vector<std::vector<std::string>>> permuted;  // classes of units of processes
  std::optional<std::uint64_t> unreduced_states;                // known after a complete reduced search
  std::optional<double> gain;
  std::optional<double> efficiency;
  std::optional<double> omission_probability;  // of a store that may leave states out
  std::optional<std::string> fairness;         // the assumption that a temporal property was checked under
  std::vector<std::string> warnings;           // why a verdict may mean less than it seems to
  std::optional<bool> shortest;                // of a trace: none has fewer steps
};

struct ReportData {
  std::string model;
  std::map<std::string, std::int64_t> parameters;
  Json options = Json::object();  // every effective option
  std::vector<PropertyReport> results;
  std::optional<Json> samples;  // where sample runs were asked for
};

Json result_json(const ReportData& report);

}  // namespace quorate
