// From a path and --set to a Model: the file is read, checked, and its diagnostics are shown. Also the
// questions that every command asks of a model before it begins: are the named properties there, are its
// variables finite.
#include "cli/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/shown_text.hpp"
#include "cli/output_file.hpp"
#include "cli/streams.hpp"
#include "model/arithmetic.hpp"

namespace quorate {

namespace {

constexpr std::uintmax_t largest_file = 4 * 1024 * 1024;

// Appends the settings of one --set; false if it is malformed.
bool parse_settings(const std::string& text, ParameterValues& values) {
  if (text.empty() || text.back() == ',') {
    complain("quorate: --set {}: expected NAME=NUMBER, as in --set n=3,m=2\n", text.empty() ? "\"\"" : text);
    return false;
  }
  std::istringstream parts(text);
  std::string part;
  while (std::getline(parts, part, ',')) {
    const auto equals = part.find('=');
    std::int64_t number = 0;
    const char* const begin = part.data() + (equals == std::string::npos ? 0 : equals + 1);
    const auto [end, error] = std::from_chars(begin, part.data() + part.size(), number);
    if (equals == std::string::npos || equals == 0 || error != std::errc() ||
        end != part.data() + part.size() || number < arithmetic::smallest) {
      complain("quorate: --set {}: expected NAME=NUMBER, as in --set n=3,m=2\n", part);
      return false;
    }
    const auto [set, is_new] = values.emplace(part.substr(0, equals), number);
    if (is_new || set->second == number) continue;
    complain("quorate: --set {}: {} is set to {} already\n", part, set->first, set->second);
    return false;
  }
  return true;
}

}  // namespace

// A format that is asked for and not read; to send its users to the other command would lead nowhere.
static bool is_threshold_automaton(const std::string& path) {
  return path.ends_with(".ta") || path.ends_with(".eta") || path.ends_with(".sk");
}

bool read_model_text(const std::string& path, std::string& text) {
  if (is_threshold_automaton(path)) {
    complain(
        "quorate: {} is a threshold automaton by its name, and no command reads those; write it as "
        "parametric Promela (.pml): each location a value of pc, each rule a branch of the step "
        "(docs/language.md, protocols/threshold-broadcast)\n",
        path);
    return false;
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    const char* const why = std::filesystem::is_directory(path, error) ? ": it is a folder"
                            : !std::filesystem::exists(path, error)    ? ": there is none"
                                                                       : "";
    complain("quorate: {} is not a file that can be read{}\n", path.empty() ? "\"\"" : path, why);
    return false;
  }
  protect_from_output(path);
  if (std::filesystem::file_size(path, error) > largest_file) {
    complain("quorate: {} is larger than 4 MiB, which no model is\n", path);
    return false;
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  if (!file) {
    complain("quorate: cannot read {}\n", path);
    return false;
  }
  text = content.str();
  return true;
}

bool parse_all_settings(const std::vector<std::string>& settings, ParameterValues& values) {
  return std::ranges::all_of(settings, [&](const auto& setting) { return parse_settings(setting, values); });
}

LoadedModel load_model_file(const std::string& path, const std::vector<std::string>& settings) {
  LoadedModel loaded;
  std::string text;
  ParameterValues& values = loaded.settings;
  if (!parse_all_settings(settings, values) || !read_model_text(path, text)) return loaded;
  if (path.ends_with(".pml")) {
    complain(
        "quorate: {} is Promela by its name, which this command does not read; quorate check and quorate "
        "param do\n",
        path);
    return loaded;
  }
  loaded.source = std::make_unique<SourceText>(shown(path), std::move(text));
  Diagnostics diagnostics;
  loaded.model = load_model(*loaded.source, values, diagnostics);
  std::cerr << render(diagnostics, *loaded.source);
  if (diagnostics.has_errors()) {
    loaded.model.reset();
    complain("{}: {} error{}\n", path, diagnostics.error_count(), diagnostics.error_count() == 1 ? "" : "s");
  } else if (loaded.model && loaded.model->name.empty()) {
    loaded.model->name = shown(std::filesystem::path(path).stem().string());
  }
  return loaded;
}

namespace {

// The first unbounded type in it, or none.
bool has_unbounded(const Model& model, TypeId id) {
  const Type& type = model.type(id);
  if (type.kind == TypeKind::array) return has_unbounded(model, type.element);
  if (type.kind != TypeKind::record) return type.unbounded;
  return std::ranges::any_of(type.fields,
                             [&](const Field& field) { return has_unbounded(model, field.type); });
}

}  // namespace

bool is_finite(const LoadedModel& loaded, const std::string& command) {
  const Model& model = *loaded.model;
  Diagnostics diagnostics;
  const auto refuse = [&](const std::string& name, TypeId type, Span span) {
    if (!has_unbounded(model, type)) return;
    diagnostics.error(
        span, fmt::format("`{}` holds natural numbers, of which `quorate {}` cannot try all", name, command),
        "`quorate prove` can reason about them; or give it a range such as `0..7`");
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
