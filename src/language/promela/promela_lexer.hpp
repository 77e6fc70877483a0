// Promela of both dialects: characters to tokens, and the preprocessor that works on tokens.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "language/promela/promela_token.hpp"

namespace quorate {

// Every token of the text, directives included. Comments are left out.
std::vector<PromelaToken> lex_promela(const SourceText& source, Diagnostics& diagnostics);

struct PromelaPragma {
  Span span;
  std::string key;
  std::string value;
};

struct PreprocessedPromela {
  std::vector<PromelaToken> tokens;  // ends with an end token
  std::vector<PromelaPragma> pragmas;
};

// `definitions` are those of the command line (-D NAME=VALUE).
PreprocessedPromela preprocess_promela(const SourceText& source,
                                       const std::map<std::string, std::string>& definitions,
                                       Diagnostics& diagnostics);

}  // namespace quorate
