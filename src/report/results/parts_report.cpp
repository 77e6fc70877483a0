// The report shows the decomposition that `check` would use: without a bound on channels that no run reaches,
// and for the properties in question only. First what holds for the model alone, then for each property what
// differs.
#include "report/results/parts_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/symmetry/interchangeability.hpp"
#include "base/diagnostics.hpp"
#include "base/plural.hpp"
#include "base/units.hpp"
#include "report/results/permutations_text.hpp"
#include "verify/gate/idle_bound.hpp"
#include "verify/wanted_properties.hpp"

namespace quorate {

namespace {

// "{prepare, propose} and {promise, vote}" of a role; empty if it is whole.
std::string parts_of(const Model& model, const Decomposition& decomposition, std::size_t role) {
  std::vector<std::string> labels;
  for (const RolePart& part : decomposition.origin) {
    if (part.role.index() == role) labels.push_back(part_label(model, part));
  }
  return labels.size() < 2 ? "" : and_list(labels);
}

std::string role_lines(const Model& model, const Decomposition& decomposition) {
  std::string text;
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    const std::string parts = parts_of(model, decomposition, r);
    if (parts.empty()) continue;
    text += fmt::format("    {:<12}  {}, {} each\n", model.roles[r].name, parts,
                        counted(static_cast<std::uint64_t>(model.roles[r].count), "process"));
  }
  return text;
}

bool same_note(const DecompositionNote& a, const DecompositionNote& b) {
  return a.role == b.role && a.reason == b.reason;
}

std::string rendered_notes(const Model& model, const SourceText& source,
                           const std::vector<DecompositionNote>& notes) {
  std::string text;
  for (const DecompositionNote& note : notes) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::note;
    diagnostic.span = note.span;
    diagnostic.message =
        fmt::format("parts of {} are not taken apart: {}", model.role(note.role).name, note.reason);
    text += render(diagnostic, source);
  }
  return text;
}

}  // namespace

Decomposition decomposition_of(const Model& model, const std::vector<std::size_t>& properties) {
  return decompose(without_idle_bound(with_properties(model, properties)));
}

ProcessGroup decomposed_group(const Decomposition& decomposition) {
  const Model& model = decomposition.model;
  std::optional<std::size_t> property;
  if (!model.properties.empty()) property = 0;
  return role_group(model, interchangeable_roles(model, analyze_interchangeability(model), property));
}

std::string parts_text(const Model& model) {
  const Decomposition decomposition = decomposition_of(model, {});
  if (!decomposition.split) return "";
  std::string text =
      "\n  Processes taken apart into independent parts, which are permuted as roles of their own:\n";
  text += role_lines(model, decomposition);
  const std::string factor = show_group(decomposed_group(decomposition));
  text += fmt::format("    part by part  {}\n", factor);
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    const std::string own = show_group(decomposed_group(decomposition_of(model, {p})));
    if (own != factor) text += fmt::format("                  {} for {}\n", own, model.properties[p].name);
  }
  return text + fmt::format("  With {}traffic model RM, processes are not taken apart.\n",
                            decomposition.split_role_can_crash ? "explicit crashes or " : "");
}

std::string parts_refusals(const Model& model, const SourceText& source) {
  const std::vector<DecompositionNote> common = decomposition_of(model, {}).notes;
  std::string text;
  if (!common.empty())
    text += "\nWhat keeps parts of a process together:\n" + rendered_notes(model, source, common);
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    std::vector<DecompositionNote> own = decomposition_of(model, {p}).notes;
    std::erase_if(own, [&](const DecompositionNote& note) {
      return std::ranges::any_of(common, [&](const auto& known) { return same_note(known, note); });
    });
    if (own.empty()) continue;
    text += fmt::format("\nWhat keeps parts of a process together when {} is checked:\n",
                        model.properties[p].name) +
            rendered_notes(model, source, own);
  }
  return text;
}

nlohmann::ordered_json parts_json(const Model& model, const Decomposition& decomposition, std::size_t role) {
  auto all = nlohmann::ordered_json::array();
  for (const RolePart& part : decomposition.origin) {
    if (part.role.index() != role) continue;
    auto rules = nlohmann::ordered_json::array();
    for (const std::size_t rule : part.rules) rules.push_back(model.rules[rule].name);
    auto variables = nlohmann::ordered_json::array();
    for (const std::int32_t variable : part.variables) {
      variables.push_back(model.roles[role].variables[static_cast<std::size_t>(variable)].name);
    }
    all.push_back({{"rules", rules}, {"variables", variables}});
  }
  return all;
}

}  // namespace quorate
