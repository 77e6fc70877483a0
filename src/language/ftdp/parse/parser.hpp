// Text to syntax tree. Recovers after an error, so that one run reports every error of a file.
#pragma once

#include "base/diagnostics.hpp"
#include "language/ftdp/parse/syntax.hpp"

namespace quorate {

// Always returns a tree; it is complete only if no error was added to the diagnostics.
SyntaxModel parse_ftdp(const SourceText& source, Diagnostics& diagnostics);

}  // namespace quorate
