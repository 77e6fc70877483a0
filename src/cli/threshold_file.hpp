// Reading a parametric Promela file, with the diagnostics shown on standard error.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "parameterized/threshold_rules.hpp"

namespace quorate {

struct LoadedThreshold {
  std::unique_ptr<SourceText> source;
  std::shared_ptr<const RuleSystem> rules;  // none: the diagnostics have been shown
};

bool is_threshold_file(const std::string& path);

// `definitions` are the texts given to -D: "NAME" or "NAME=VALUE".
LoadedThreshold load_threshold_file(const std::string& path, const std::vector<std::string>& definitions);

// Whether the model has all these properties; says on standard error which it has not.
bool known_threshold_properties(const ThresholdModel& model, const std::vector<std::string>& wanted);

std::string parameter_text(const ThresholdModel& model, const std::vector<std::int64_t>& values,
                           std::string_view equals, std::string_view separator);

}  // namespace quorate
