// Reads the file of a model for a command, through the front door of language/, and shows what is wrong on
// standard error. Also the questions that every command asks of a model before it begins.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/language.hpp"

namespace quorate {

// A text that has been read, in any language. Its diagnostics are not shown yet: later stages may add to
// them.
struct LoadedFile {
  std::unique_ptr<SourceText> source;  // none: the reason has been shown
  TextContent content;
  Diagnostics diagnostics;
};
LoadedFile load_file(const std::string& path, const Reader& reader, TextSettings settings);
// Shows the diagnostics; false if there is an error among them.
bool show_diagnostics(const LoadedFile& loaded, const std::string& path);

// A file in FTDP.
struct LoadedModel {
  std::unique_ptr<SourceText> source;
  std::optional<Model> model;  // none: the diagnostics have been shown
  ParameterValues settings;    // the parameters that were given
};

// `settings` are the texts given to --set: "n=3,m=2".
LoadedModel load_model_file(const std::string& path, const Reader& reader,
                            const std::vector<std::string>& settings);

// Whether every variable and message field has finitely many values; if not, an error says which has not, and
// that `quorate prove` can be used.
bool is_finite(const LoadedModel& loaded, std::string_view command);

// False, with a message, if there is no fairness assumption of this name; the empty name and the predefined
// ones are known.
bool known_fairness(const Model& model, const std::string& wanted);

// Whether all wanted properties exist; a message says which does not.
bool known_names(const std::vector<std::string>& names, const std::vector<std::string>& wanted);
bool known_properties(const Model& model, const std::vector<std::string>& wanted);

// Whether the text of a problem is empty; if not, it is shown on standard error.
bool nothing_wrong(const std::string& problem);

}  // namespace quorate
