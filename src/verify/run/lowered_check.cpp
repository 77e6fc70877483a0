#include "verify/run/lowered_check.hpp"

#include <map>

#include "faults/fault_forms.hpp"
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

}  // namespace

CheckReport check_lowered(const Model& model, const CheckOptions& options,
                          CheckReport (*engine)(const Model&, const CheckOptions&)) {
  if (!needs_lowering(model)) return engine(model, options);
  CheckReport report;
  if (model.properties.empty()) {
    const FaultFormChoice choice = choose_fault_forms(model, nullptr, options.crash);
    if (choice.refusal.empty()) return engine(lower(model, choice.forms), options);
    report.results.push_back(refused(well_defined_name, ResultKind::well_defined, choice.refusal));
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
  for (const auto& [forms, properties] : groups) {
    report.add(engine(lower(with_properties(model, properties), forms), options));
    if (report.trouble) return report;
  }
  report.sort_as(model);
  return report;
}

}  // namespace quorate
