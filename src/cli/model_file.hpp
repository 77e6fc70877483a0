// A model's file, as a command wants it: read through the front door of language/, with what is wrong shown
// on standard error. Also the questions that every command asks of a model before it begins.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/language.hpp"

namespace quorate {

// A text that has been read, whatever it is. What is wrong with it is not shown yet: whoever makes more of it
// may have more to say.
struct LoadedFile {
  std::unique_ptr<SourceText> source;  // none: the reason has been shown
  TextContent content;
  Diagnostics diagnostics;
};
LoadedFile load_file(const std::string& path, const Reader& reader, TextSettings settings);
// Shows what is wrong; false if that is more than warnings.
bool show_diagnostics(const LoadedFile& loaded, const std::string& path);

// A file in FTDP.
struct LoadedModel {
  std::unique_ptr<SourceText> source;
  std::optional<Model> model;  // none: the diagnostics have been shown
  ParameterValues settings;    // those that were given
};

// `settings` are the texts given to --set: "n=3,m=2".
LoadedModel load_model_file(const std::string& path, const Reader& reader,
                            const std::vector<std::string>& settings);

// Whether every variable and message field has finitely many values; says on standard error which has not,
// and that `quorate prove` is for it.
bool is_finite(const LoadedModel& loaded, std::string_view command);

// False (with a message) if there is no such assumption; empty and "none" are known.
bool known_fairness(const Model& model, const std::string& wanted);

// Whether all wanted properties are among the names; says on standard error which is not.
bool known_names(const std::vector<std::string>& names, const std::vector<std::string>& wanted);
bool known_properties(const Model& model, const std::vector<std::string>& wanted);

// Whether a sentence is empty; if it is not, it is said on standard error.
bool nothing_wrong(const std::string& problem);

}  // namespace quorate
