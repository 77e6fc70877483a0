// A file in Promela, as the commands that check it want it: parametric Promela as rules, or Promela of a
// fixed size as it is. What is wrong is shown on standard error.
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
  std::shared_ptr<const PlainModel> plain;  // instead: Promela of a fixed size
  // Neither of them: the diagnostics have been shown.
};

// `definitions` are the texts given to -D: "NAME" or "NAME=VALUE".
LoadedPromela load_promela_file(const std::string& path, const Reader& reader,
                                const std::vector<std::string>& definitions);

std::vector<std::string> property_names(const ThresholdModel& model);
// Whether there is anything to check; says so on standard error if there is not.
bool has_properties(const std::string& path, const std::vector<std::string>& names);

std::string parameter_text(const ThresholdModel& model, const std::vector<std::int64_t>& values,
                           std::string_view equals, std::string_view separator);

}  // namespace quorate
