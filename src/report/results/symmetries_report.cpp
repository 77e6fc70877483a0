// The sections: which roles are interchangeable; by how much that can reduce the states, role by role and
// node by node; the independent parts of roles; and every place of the text that breaks a symmetry or keeps
// parts together. The order of a group bounds its reduction, since a representative stands for at most that
// many states.
#include "report/results/symmetries_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/symmetry/symmetry_breaks.hpp"
#include "report/results/model_heading.hpp"
#include "report/results/parts_report.hpp"
#include "report/results/permutations_text.hpp"

namespace quorate {

namespace {

bool concerns(const std::vector<SymmetryBreak>& breaks, std::size_t role) {
  return std::ranges::any_of(breaks, [&](const auto& found) { return found.role.index() == role; });
}

std::string standing(const Model& model, const Interchangeability& analysis, std::size_t role) {
  if (model.roles[role].count < 2) return "nothing to permute";
  if (concerns(analysis.in_model, role)) return "no";
  std::vector<std::string> exceptions;
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (concerns(analysis.in_property[p], role)) exceptions.push_back(model.properties[p].name);
  }
  return exceptions.empty() ? "yes" : fmt::format("yes, but not for {}", fmt::join(exceptions, ", "));
}

std::string role_table(const Model& model, const Interchangeability& analysis) {
  std::size_t width = std::string("role").size();
  for (const Role& role : model.roles) width = std::max(width, role.name.size());
  std::string text = fmt::format("  {:<{}}  processes  interchangeable\n", "role", width);
  for (std::size_t i = 0; i < model.roles.size(); ++i) {
    text += fmt::format("  {:<{}}  {:>9}  {}\n", model.roles[i].name, width, model.roles[i].count,
                        standing(model, analysis, i));
  }
  return text;
}

// The orders of the groups: the largest reduction that is possible.
std::string gains(const Model& model, const Interchangeability& analysis) {
  const auto roles = interchangeable_roles(model, analysis);
  std::string text = "  Largest possible reduction of the states:\n";
  text += fmt::format("    role by role  {}\n", show_group(role_group(model, roles)));
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    const auto own = interchangeable_roles(model, analysis, p);
    if (own == roles) continue;
    text += fmt::format("                  {} for {}\n", show_group(role_group(model, own)),
                        model.properties[p].name);
  }
  return text + fmt::format("    node by node  {}, where node k hosts the k-th process of every role\n",
                            show_group(node_group(model, roles)));
}

std::string rendered(const Model& model, const SourceText& source, const std::vector<SymmetryBreak>& breaks) {
  std::string text;
  for (const SymmetryBreak& found : breaks) {
    text += render(symmetry_diagnostic(model, found, Severity::note), source);
  }
  return text;
}

std::string refusals(const Model& model, const SourceText& source, const Interchangeability& analysis) {
  std::string text;
  if (!analysis.in_model.empty()) {
    text += "\nWhat tells processes apart:\n" + rendered(model, source, analysis.in_model);
  }
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    if (analysis.in_property[p].empty()) continue;
    text += fmt::format("\nOnly when {} is checked:\n", model.properties[p].name) +
            rendered(model, source, analysis.in_property[p]);
  }
  return text;
}

nlohmann::ordered_json breaks_json(const Model& model, const SourceText& source,
                                   const Interchangeability& analysis, std::size_t role) {
  auto all = nlohmann::ordered_json::array();
  const auto append = [&](const std::vector<SymmetryBreak>& breaks, const nlohmann::ordered_json& property) {
    for (const SymmetryBreak& found : breaks) {
      if (found.role.index() != role) continue;
      const LineColumn place = source.locate(found.span.begin);
      all.push_back({{"rule", to_text(found.rule)},
                     {"line", place.line},
                     {"column", place.column},
                     {"reason", found.reason},
                     {"property", property}});
    }
  };
  append(analysis.in_model, nullptr);
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    append(analysis.in_property[p], model.properties[p].name);
  }
  return all;
}

}  // namespace

std::string symmetries_text(const Model& model, const SourceText& source,
                            const Interchangeability& analysis) {
  return model_heading(model, source) + role_table(model, analysis) + "\n" + gains(model, analysis) +
         parts_text(model) + refusals(model, source, analysis) + parts_refusals(model, source);
}

nlohmann::ordered_json symmetries_json(const Model& model, const SourceText& source,
                                       const Interchangeability& analysis) {
  const auto interchangeable = interchangeable_roles(model, analysis);
  const Decomposition decomposition = decomposition_of(model, {});
  nlohmann::ordered_json json;
  json["model"] = model.name;
  json["parameters"] = nlohmann::ordered_json::object();
  for (const Parameter& parameter : model.parameters) json["parameters"][parameter.name] = parameter.value;
  json["roles"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < model.roles.size(); ++i) {
    json["roles"].push_back({{"name", model.roles[i].name},
                             {"size", model.roles[i].count},
                             {"interchangeable", static_cast<bool>(interchangeable[i])},
                             {"breaks", breaks_json(model, source, analysis, i)},
                             {"parts", parts_json(model, decomposition, i)}});
  }
  json["factor"] = factor_json(role_group(model, interchangeable));
  json["decomposed_factor"] = factor_json(decomposed_group(decomposition));
  json["node_factor"] = factor_json(node_group(model, interchangeable));
  return json;
}

}  // namespace quorate
