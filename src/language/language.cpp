// Dispatch by language, and for Promela by content: a text is parsed as Promela of a fixed size only if it
// has processes and no word of the parametric dialect (is_plain_promela). Both dialects share the
// preprocessor.
#include "language/language.hpp"

#include <filesystem>
#include <utility>

#include "language/promela/plain_checker.hpp"
#include "language/promela/promela_checker.hpp"

namespace quorate {

namespace {

std::string name_of(const SourceText& source) {
  return std::filesystem::path(source.file_name()).stem().string();
}

TextContent named(std::optional<Model> model, const SourceText& source) {
  if (!model) return {};
  if (model->name.empty()) model->name = name_of(source);
  return std::move(*model);
}

template <typename PromelaModel>
TextContent named(std::optional<PromelaModel> model, const SourceText& source) {
  if (!model) return {};
  model->name = name_of(source);
  return std::move(*model);
}

TextContent load_promela_text(const SourceText& source, const TextSettings& settings,
                              Diagnostics& diagnostics) {
  // Models from papers select SPIN's text by a macro that names the back end.
  Definitions definitions = settings.definitions;
  if (!definitions.contains("NUSMV") && !definitions.contains("NONE")) definitions.try_emplace("SPIN", "1");
  PreprocessedPromela preprocessed = preprocess_promela(source, definitions, diagnostics);
  if (!is_plain_promela(preprocessed.tokens))
    return named(check_promela(parse_promela(std::move(preprocessed), diagnostics), diagnostics), source);
  if (settings.accepted.has(ModelKind::plain))
    return named(check_plain_promela(parse_plain_promela(std::move(preprocessed), diagnostics), diagnostics),
                 source);
  diagnostics.error(preprocessed.tokens[0].span, "this text is Promela of a fixed size, without parameters",
                    "check it with quorate check, or declare parameters: symbolic int N;");
  return {};
}

}  // namespace

Language language_of(std::string_view path) {
  return path.ends_with(".pml") ? Language::promela : Language::ftdp;
}

ModelKinds kinds_of(Language language) {
  return language == Language::promela ? promela_models : ModelKind::ftdp;
}

TextContent load_text(const SourceText& source, const TextSettings& settings, Diagnostics& diagnostics) {
  TextContent content = language_of(source.file_name()) == Language::promela
                            ? load_promela_text(source, settings, diagnostics)
                            : named(load_model(source, settings.parameters, diagnostics), source);
  if (diagnostics.has_errors()) content = {};
  return content;
}

}  // namespace quorate
