// The front door: reads a text in any language to the model that it describes. Only here is decided which
// language that is: by the file's name, and for the two kinds of Promela by the content. Prints nothing;
// errors in a text become diagnostics, an unreadable file a sentence.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "base/diagnostics.hpp"
#include "language/ftdp/load_model.hpp"
#include "language/model_kind.hpp"
#include "model/model.hpp"
#include "model/plain_model.hpp"
#include "model/threshold_model.hpp"

namespace quorate {

enum class Language { ftdp, promela };

// By its name: .pml is Promela, every other name FTDP.
Language language_of(std::string_view path);
// What texts in this language can turn out to be.
ModelKinds kinds_of(Language language);

// A file's text, or why this reader cannot have it.
struct OpenedText {
  std::unique_ptr<SourceText> source;  // none: `problem` says why
  std::string problem;
};
OpenedText open_text(const std::string& path, const Reader& reader);

using Definitions = std::map<std::string, std::string>;

struct TextSettings {
  ParameterValues parameters = {};   // FTDP: instead of the values in the text
  Definitions definitions = {};      // Promela: macros
  ModelKinds accepted = all_models;  // other kinds are an error, if the language has several
};

// One of them, or none if there are errors among the diagnostics. A text that gives its model no name has
// that of its file.
using TextContent = std::variant<std::monostate, Model, ThresholdModel, PlainModel>;
TextContent load_text(const SourceText& source, const TextSettings& settings, Diagnostics& diagnostics);

}  // namespace quorate
