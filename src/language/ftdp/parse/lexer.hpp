// Characters to tokens. For any bytes the result ends with one `end` token, and every part that is not FTDP
// is reported and left out. Knows no keywords.
#pragma once

#include <vector>

#include "base/diagnostics.hpp"
#include "language/ftdp/parse/token.hpp"

namespace quorate {

std::vector<Token> lex_ftdp(const SourceText& source, Diagnostics& diagnostics);

}  // namespace quorate
