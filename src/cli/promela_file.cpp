#include "cli/promela_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/model_file.hpp"
#include "cli/options/settings.hpp"
#include "cli/streams.hpp"

namespace quorate {

LoadedPromela load_promela_file(const std::string& path, const Reader& reader,
                                const std::vector<std::string>& definitions) {
  LoadedPromela result;
  TextSettings settings;
  const std::string problem = parse_definitions(definitions, settings.definitions);
  // For a file that is no Promela that error comes first.
  if (language_of(path) == Language::promela && !nothing_wrong(problem)) return result;
  LoadedFile loaded = load_file(path, reader, std::move(settings));
  if (!loaded.source) return result;
  std::shared_ptr<const RuleSystem> rules;
  if (const auto* const model = std::get_if<ThresholdModel>(&loaded.content))
    rules = make_rules(*model, loaded.diagnostics);
  if (!show_diagnostics(loaded, path)) return result;
  result.rules = std::move(rules);
  if (auto* const plain = std::get_if<PlainModel>(&loaded.content))
    result.plain = std::make_shared<PlainModel>(std::move(*plain));
  result.source = std::move(loaded.source);
  return result;
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
