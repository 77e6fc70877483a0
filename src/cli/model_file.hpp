// Reading a model's file, with the diagnostics shown on standard error.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language/language.hpp"

namespace quorate {

struct LoadedModel {
  std::unique_ptr<SourceText> source;
  std::optional<Model> model;  // none: the diagnostics have been shown
  ParameterValues settings;    // those that were given
};

// `settings` are the texts given to --set: "n=3,m=2".
LoadedModel load_model_file(const std::string& path, const std::vector<std::string>& settings);

// Whether every variable and message field has finitely many values; says on standard error which has not,
// and that `quorate prove` is for it.
bool is_finite(const LoadedModel& loaded, const std::string& command);

// False (with a message) if there is no such assumption; empty and "none" are known.
bool known_fairness(const Model& model, const std::string& wanted);

// A model's text; false, with a message on standard error, if it cannot be read.
bool read_model_text(const std::string& path, std::string& text);

// Appends the settings of the texts given to --set; false, with a message, if one is malformed.
bool parse_all_settings(const std::vector<std::string>& settings, ParameterValues& values);

// Whether all wanted properties are among the names; says on standard error which is not.
bool known_names(const std::vector<std::string>& names, const std::vector<std::string>& wanted);
bool known_properties(const Model& model, const std::vector<std::string>& wanted);

}  // namespace quorate
