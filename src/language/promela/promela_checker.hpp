// From the syntax tree of parametric Promela to a ThresholdModel: names, shapes and linearity.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/diagnostics.hpp"
#include "language/promela/promela_syntax.hpp"
#include "model/threshold_model.hpp"

namespace quorate {

// None if there are errors.
std::optional<ThresholdModel> check_promela(const PromelaText& text, Diagnostics& diagnostics);

// The whole of the language: preprocessing, parsing, checking. `definitions` are those of the command line.
std::optional<ThresholdModel> load_promela(const SourceText& source,
                                           const std::map<std::string, std::string>& definitions,
                                           Diagnostics& diagnostics);

}  // namespace quorate
