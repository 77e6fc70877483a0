// Promela of a fixed size for tests.
#pragma once

#include <optional>
#include <string>

#include "language/promela/plain_checker.hpp"

namespace quorate {

struct LoadedPlain {
  std::optional<PlainModel> model;
  std::string messages;
};

inline LoadedPlain load_plain(const std::string& text) {
  const SourceText source("test.pml", text);
  Diagnostics diagnostics;
  LoadedPlain result;
  auto preprocessed = preprocess_promela(source, {}, diagnostics);
  result.model = check_plain_promela(parse_plain_promela(std::move(preprocessed), diagnostics), diagnostics);
  result.messages = render(diagnostics, source);
  return result;
}

}  // namespace quorate
