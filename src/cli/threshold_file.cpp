#include "cli/threshold_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>

#include "base/shown_text.hpp"
#include "cli/model_file.hpp"
#include "cli/streams.hpp"
#include "language/promela/plain_checker.hpp"
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

void load_plain(const std::string& name, PreprocessedPromela preprocessed, PlainPromela plain,
                LoadedThreshold& loaded, Diagnostics& diagnostics) {
  if (plain == PlainPromela::refused)
    return diagnostics.error(preprocessed.tokens[0].span,
                             "this text is Promela of a fixed size, without parameters",
                             "quorate check checks it; parametric Promela declares them: symbolic int N;");
  auto model = check_plain_promela(parse_plain_promela(std::move(preprocessed), diagnostics), diagnostics);
  if (!model) return;
  model->name = name;
  loaded.plain = std::make_shared<PlainModel>(std::move(*model));
}

}  // namespace

bool is_threshold_file(const std::string& path) {
  return path.ends_with(".pml");
}

LoadedThreshold load_threshold_file(const std::string& path, const std::vector<std::string>& given,
                                    PlainPromela plain) {
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
  PreprocessedPromela preprocessed = preprocess_promela(*loaded.source, definitions, diagnostics);
  const std::string name = shown(std::filesystem::path(path).stem().string());
  if (is_plain_promela(preprocessed.tokens)) {
    load_plain(name, std::move(preprocessed), plain, loaded, diagnostics);
  } else if (auto model = check_promela(parse_promela(std::move(preprocessed), diagnostics), diagnostics)) {
    model->name = name;
    loaded.rules = make_rules(*model, diagnostics);
  }
  std::cerr << render(diagnostics, *loaded.source);
  if (diagnostics.has_errors()) {
    loaded.rules.reset();
    loaded.plain.reset();
    complain("{}: {} error{}\n", path, diagnostics.error_count(), diagnostics.error_count() == 1 ? "" : "s");
  }
  return loaded;
}

std::vector<std::string> property_names(const ThresholdModel& model) {
  std::vector<std::string> names;
  for (const auto& property : model.properties) names.push_back(property.name);
  return names;
}

bool has_properties(const std::string& path, const std::vector<std::string>& names) {
  if (!names.empty()) return true;
  complain("quorate: {} has no property to check; write one: ltl name {{ ... }}\n", path);
  return false;
}

std::string parameter_text(const ThresholdModel& model, const std::vector<std::int64_t>& values,
                           std::string_view equals, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size(); ++i)
    parts.push_back(fmt::format("{}{}{}", model.parameters[i].name, equals, values[i]));
  return fmt::format("{}", fmt::join(parts, separator));
}

}  // namespace quorate
