// Reads a file in Promela for a command: parametric Promela as rules, or Promela of a fixed size. What is
// wrong is shown on standard error.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "language/language.hpp"
#include "parameterized/automaton/threshold_rules.hpp"

namespace quorate {

struct LoadedPromela {
  std::unique_ptr<SourceText> source;
  std::shared_ptr<const RuleSystem> rules;  // of parametric Promela
  std::shared_ptr<const PlainModel> plain;  // or of Promela of a fixed size
  // If both are null, the diagnostics have been shown.
};

// `definitions` are the texts given to -D: "NAME" or "NAME=VALUE".
LoadedPromela load_promela_file(const std::string& path, const Reader& reader,
                                const std::vector<std::string>& definitions);

std::vector<std::string> property_names(const ThresholdModel& model);
// Whether there is a property to check; if not, a message says so.
bool has_properties(const std::string& path, const std::vector<std::string>& names);

std::string parameter_text(const ThresholdModel& model, const std::vector<std::int64_t>& values,
                           std::string_view equals, std::string_view separator);

}  // namespace quorate
