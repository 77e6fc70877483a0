// Diagnostics go to standard error as they are; other problems are sentences that begin with "quorate:".
#include "cli/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/options/settings.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"

namespace quorate {

bool nothing_wrong(const std::string& problem) {
  if (!problem.empty()) complain("quorate: {}\n", problem);
  return problem.empty();
}

LoadedFile load_file(const std::string& path, const Reader& reader, TextSettings settings) {
  LoadedFile loaded;
  OpenedText opened = open_text(path, reader);
  if (!nothing_wrong(opened.problem)) return loaded;
  protect_from_output(path);
  loaded.source = std::move(opened.source);
  settings.accepted = reader.kinds;
  loaded.content = load_text(*loaded.source, settings, loaded.diagnostics);
  return loaded;
}

bool show_diagnostics(const LoadedFile& loaded, const std::string& path) {
  const Diagnostics& diagnostics = loaded.diagnostics;
  std::cerr << render(diagnostics, *loaded.source);
  if (!diagnostics.has_errors()) return true;
  complain("{}: {} error{}\n", path, diagnostics.error_count(), diagnostics.error_count() == 1 ? "" : "s");
  return false;
}

LoadedModel load_model_file(const std::string& path, const Reader& reader,
                            const std::vector<std::string>& settings) {
  LoadedModel result;
  if (!nothing_wrong(parse_settings(settings, result.settings))) return result;
  LoadedFile loaded = load_file(path, reader, {.parameters = result.settings});
  if (!loaded.source || !show_diagnostics(loaded, path)) return result;
  result.source = std::move(loaded.source);
  if (Model* const model = std::get_if<Model>(&loaded.content)) result.model = std::move(*model);
  return result;
}

namespace {

// Whether the type has a part with infinitely many values.
bool has_unbounded(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  if (type.kind == TypeKind::array) return has_unbounded(model, type.element);
  if (type.kind != TypeKind::record) return type.unbounded;
  return std::ranges::any_of(type.fields,
                             [&](const Field& field) { return has_unbounded(model, field.type); });
}

}  // namespace

bool is_finite(const LoadedModel& loaded, std::string_view command) {
  const Model& model = *loaded.model;
  Diagnostics diagnostics;
  const auto refuse = [&](const std::string& name, TypeId type, Span span) {
    if (!has_unbounded(model, type)) return;
    diagnostics.error(
        span,
        fmt::format("`{}` holds natural numbers, and `quorate {}` needs finitely many values", name, command),
        "use `quorate prove`, or give it a range such as `0..7`");
  };
  for (const Role& role : model.roles) {
    for (const Variable& variable : role.variables) refuse(variable.name, variable.type, variable.span);
  }
  for (const Variable& variable : model.monitor.variables)
    refuse(variable.name, variable.type, variable.span);
  for (const MessageKind& kind : model.messages) {
    for (const Field& field : kind.fields) refuse(field.name, field.type, field.span);
  }
  std::cerr << render(diagnostics, *loaded.source);
  return !diagnostics.has_errors();
}

bool known_properties(const Model& model, const std::vector<std::string>& wanted) {
  std::vector<std::string> names;
  for (const Property& property : model.properties) names.push_back(property.name);
  return known_names(names, wanted);
}

bool known_names(const std::vector<std::string>& names, const std::vector<std::string>& wanted) {
  for (const auto& name : wanted) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const std::string near = nearest_word(name, names);
    complain("quorate: the model has no property {}{}; it has: {}\n", name,
             near.empty() ? "" : " (did you mean " + near + "?)",
             names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
    return false;
  }
  return true;
}

bool known_fairness(const Model& model, const std::string& wanted) {
  if (wanted.empty() || wanted == "none" || model.find_fairness(wanted)) return true;
  std::vector<std::string> names;
  for (const FairnessAssumption& declared : model.fairness) names.push_back(declared.name);
  for (const char* const predefined : {"fair", "processes", "messages", "none"})
    names.emplace_back(predefined);
  const std::string near = nearest_word(wanted, names);
  complain("quorate: there is no fairness assumption {}{}; there are: {}\n", wanted,
           near.empty() ? "" : fmt::format(" (did you mean {}?)", near), fmt::join(names, ", "));
  return false;
}

}  // namespace quorate
