#include "verify/run/lowered_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "faults/fault_forms.hpp"
#include "faults/kinds/detectors.hpp"
#include "verify/wanted_properties.hpp"

namespace quorate {

namespace {

PropertyResult refused(const std::string& name, ResultKind kind, const std::string& reason) {
  PropertyResult result;
  result.name = name;
  result.kind = kind;
  result.judgement = Judgement::open(reason);
  return result;
}

// The worst answer of a report: 2 violated, 1 inconclusive, 0 holds.
int badness(const CheckReport& report) {
  int worst = report.trouble ? 2 : 0;
  for (const PropertyResult& result : report.results) {
    const Verdict verdict = result.verdict();
    worst = std::max(worst, verdict == Verdict::violated ? 2 : verdict == Verdict::inconclusive ? 1 : 0);
  }
  return worst;
}

// A run counts if some process becomes the leader in the end: a property of runs holds if it does for each.
CheckReport for_each_leader(const Model& model, const std::vector<ProcessId>& leaders,
                            const ChosenForms& forms, const CheckOptions& options, CheckOf check) {
  CheckReport worst;
  for (const ProcessId leader : leaders) {
    CheckReport next = check(lower(with_leader(model, leader), forms), options);
    if (leader == leaders.front() || badness(next) > badness(worst)) worst = std::move(next);
    if (badness(worst) == 2 || worst.trouble) break;
  }
  return worst;
}

}  // namespace

CheckReport check_lowered(const Model& model, const CheckOptions& options, CheckOf check) {
  if (!needs_lowering(model)) return check(model, options);
  CheckReport report;
  if (model.properties.empty()) {
    const FaultFormChoice choice = choose_fault_forms(model, nullptr, options.crash);
    const Model lowered = lower(model, choice.forms);
    CheckOptions chosen = options;
    std::string refusal = choice.refusal;
    if (guards_see_crashes(lowered)) {  // crashes matter to model errors as well
      if (options.crash.value_or(CrashModel::explicit_) != CrashModel::explicit_)
        refusal =
            fmt::format("--crash {} is not sound here: a failure detector sees crashes; use --crash explicit",
                        options.crash == CrashModel::receipt ? "receipt" : "implicit");
      chosen.crash = CrashModel::explicit_;
    }
    if (refusal.empty()) return check(lowered, chosen);
    report.results.push_back(refused(well_defined_name, ResultKind::well_defined, refusal));
    return report;
  }
  std::map<ChosenForms, std::vector<std::size_t>> groups;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    const Property& property = model.properties[p];
    const FaultFormChoice choice = choose_fault_forms(model, &property, options.crash);
    report.note_all(choice.notes);
    if (choice.refusal.empty()) {
      groups[choice.forms].push_back(p);
    } else {
      report.results.push_back(refused(property.name, result_kind(property.kind), choice.refusal));
    }
  }
  const std::vector<ProcessId> leaders = possible_leaders(model);
  for (const auto& [forms, properties] : groups) {
    const Property& first = model.properties[properties.front()];
    if (first.kind == PropertyKind::temporal && !leaders.empty()) {
      for (const std::size_t p : properties)
        report.add(for_each_leader(with_properties(model, {p}), leaders, forms, options, check));
      if (report.trouble) return report;
      continue;
    }
    report.add(check(lower(with_properties(model, properties), forms), options));
    if (report.trouble) return report;
  }
  report.sort_as(model);
  return report;
}

}  // namespace quorate
