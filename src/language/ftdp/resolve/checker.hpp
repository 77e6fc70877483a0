// Syntax tree to Model: names, types, constants, locality (a rule uses its own process's variables
// only), monitors. Reports every error of the tree in one run.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/diagnostics.hpp"
#include "language/ftdp/parse/syntax.hpp"
#include "model/model.hpp"

namespace quorate {

using ParameterValues = std::map<std::string, std::int64_t>;

// Values given override the defaults in the text. None when an error was added.
std::optional<Model> check_ftdp(const SyntaxModel& syntax, const SourceText& source,
                                const ParameterValues& values, Diagnostics& diagnostics);

}  // namespace quorate
