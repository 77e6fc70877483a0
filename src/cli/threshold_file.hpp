// Reading a parametric Promela file, with the diagnostics shown on standard error.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/plain_model.hpp"
#include "parameterized/automaton/threshold_rules.hpp"

namespace quorate {

struct LoadedThreshold {
  std::unique_ptr<SourceText> source;
  std::shared_ptr<const RuleSystem> rules;
  std::shared_ptr<const PlainModel> plain;  // instead: Promela of a fixed size
  // Neither of them: the diagnostics have been shown.
};

// Whether a text may be Promela of a fixed size, as SPIN reads it.
enum class PlainPromela { refused, accepted };

bool is_threshold_file(const std::string& path);

// `definitions` are the texts given to -D: "NAME" or "NAME=VALUE".
LoadedThreshold load_threshold_file(const std::string& path, const std::vector<std::string>& definitions,
                                    PlainPromela plain = PlainPromela::refused);

std::vector<std::string> property_names(const ThresholdModel& model);
// Whether there is anything to check; says so on standard error if there is not.
bool has_properties(const std::string& path, const std::vector<std::string>& names);

std::string parameter_text(const ThresholdModel& model, const std::vector<std::int64_t>& values,
                           std::string_view equals, std::string_view separator);

}  // namespace quorate
