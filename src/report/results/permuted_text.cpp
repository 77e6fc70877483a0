// A note is written once, with the properties that it concerns. If something breaks the symmetry of a role
// for every property, only that is said of the role: what else breaks it for single properties makes no
// difference.
#include "report/results/permuted_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/symmetry/symmetry_breaks.hpp"

namespace quorate {

namespace {

// The model whose processes the permutations of a result are about.
const Model& searched_model(const Model& original, const PropertyResult& result) {
  return result.decomposition ? result.decomposition->model : original;
}

using Breaks = std::vector<SymmetryBreak>;

bool has(const Breaks& breaks, const SymmetryBreak& wanted) {
  return std::ranges::any_of(breaks, [&](const SymmetryBreak& found) {
    return found.span == wanted.span && found.reason == wanted.reason;
  });
}

// The breaks of a result that a note is written for. Of a role that is never permuted, those that all
// properties have in common.
Breaks worth_telling(const Breaks& own, const Breaks& common) {
  Breaks told;
  for (const SymmetryBreak& found : own) {
    const bool never = std::ranges::any_of(
        own, [&](const SymmetryBreak& other) { return other.role == found.role && has(common, other); });
    if (!never || has(common, found)) told.push_back(found);
  }
  return told;
}

}  // namespace

std::string permuting_text(const Model& original, const PropertyResult& result) {
  const Model& model = searched_model(original, result);
  std::string text;
  for (const auto& units : result.plan.group.classes) {
    text += text.empty() ? ", permuting " : " and ";
    if (result.symmetry == Symmetry::role) {
      text += fmt::format("{}[{}]", model.role(model.role_of(units[0][0])).name, units.size());
      continue;
    }
    std::vector<std::string> hosted;
    for (const ProcessId process : units[0]) hosted.push_back(model.role(model.role_of(process)).name);
    text += fmt::format("{} nodes ({})", units.size(), fmt::join(hosted, ", "));
  }
  return text;
}

std::vector<std::vector<std::vector<std::string>>> permuted_names(const Model& original,
                                                                  const PropertyResult& result) {
  const Model& model = searched_model(original, result);
  std::vector<std::vector<std::vector<std::string>>> classes;
  for (const auto& units : result.plan.group.classes) {
    auto& names = classes.emplace_back();
    for (const Unit& unit : units) {
      auto& processes = names.emplace_back();
      for (const ProcessId process : unit) processes.push_back(model.process_name(process));
    }
  }
  return classes;
}

std::vector<std::string> not_permuted_notes(const Model& model, const SourceText& source,
                                            const CheckReport& report) {
  std::vector<const PropertyResult*> permuting;
  for (const PropertyResult& result : report.results) {
    const bool repeats = result.kind == ResultKind::well_defined && !permuting.empty();
    if (result.symmetry != Symmetry::none && !repeats) permuting.push_back(&result);
  }
  if (permuting.empty()) return {};
  Breaks common = permuting.front()->plan.breaks;
  for (const PropertyResult* result : permuting) {
    std::erase_if(common, [&](const SymmetryBreak& found) { return !has(result->plan.breaks, found); });
  }
  std::vector<std::pair<std::string, std::vector<std::string>>> lines;  // with the properties concerned
  for (const PropertyResult* result : permuting) {
    const Breaks breaks = worth_telling(result->plan.breaks, common);
    for (const auto& text : symmetry_notes(searched_model(model, *result), breaks, source)) {
      auto known = std::ranges::find(lines, text, [](const auto& line) { return line.first; });
      if (known == lines.end()) known = lines.insert(lines.end(), {text, {}});
      known->second.push_back(result->name);
    }
  }
  std::vector<std::string> notes;
  for (const auto& [text, names] : lines) {
    const bool all = names.size() == permuting.size();
    notes.push_back(all ? text : fmt::format("for {}: {}", fmt::join(names, ", "), text));
  }
  return notes;
}

}  // namespace quorate
