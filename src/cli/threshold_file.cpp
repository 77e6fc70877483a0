#include "cli/threshold_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>

#include "base/shown_text.hpp"
#include "cli/model_file.hpp"
#include "cli/streams.hpp"
#include "language/promela/promela_checker.hpp"

namespace quorate {

namespace {

bool parse_definition(const std::string& text, std::map<std::string, std::string>& definitions) {
  const auto equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const bool is_name = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                       std::ranges::all_of(name, [](char c) {
                         return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                       });
  if (!is_name) {
    complain("quorate: -D {}: expected NAME or NAME=VALUE\n", text);
    return false;
  }
  definitions[name] = equals == std::string::npos ? "1" : text.substr(equals + 1);
  return true;
}

}  // namespace

bool is_threshold_file(const std::string& path) {
  return path.ends_with(".pml");
}

LoadedThreshold load_threshold_file(const std::string& path, const std::vector<std::string>& given) {
  LoadedThreshold loaded;
  std::map<std::string, std::string> definitions;
  for (const auto& text : given) {
    if (!parse_definition(text, definitions)) return loaded;
  }
  // Models ask which back end reads them; the documents' is SPIN.
  if (!definitions.contains("NUSMV") && !definitions.contains("NONE")) definitions.try_emplace("SPIN", "1");
  std::string text;
  if (!read_model_text(path, text)) return loaded;
  loaded.source = std::make_unique<SourceText>(shown(path), std::move(text));
  Diagnostics diagnostics;
  auto model = load_promela(*loaded.source, definitions, diagnostics);
  if (model) {
    model->name = shown(std::filesystem::path(path).stem().string());
    loaded.rules = make_rules(*model, diagnostics);
  }
  std::cerr << render(diagnostics, *loaded.source);
  if (diagnostics.has_errors()) {
    loaded.rules.reset();
    complain("{}: {} error{}\n", path, diagnostics.error_count(), diagnostics.error_count() == 1 ? "" : "s");
  }
  return loaded;
}

bool known_threshold_properties(const ThresholdModel& model, const std::vector<std::string>& wanted) {
  std::vector<std::string> names;
  for (const auto& property : model.properties) names.push_back(property.name);
  return known_names(names, wanted);
}

std::string parameter_text(const ThresholdModel& model, const std::vector<std::int64_t>& values,
                           std::string_view equals, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size(); ++i)
    parts.push_back(fmt::format("{}{}{}", model.parameters[i].name, equals, values[i]));
  return fmt::format("{}", fmt::join(parts, separator));
}

}  // namespace quorate
