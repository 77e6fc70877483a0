// The tokens of a Promela text, of both dialects, before and after preprocessing.
#pragma once

#include <cstdint>
#include <string>

#include "base/source.hpp"

namespace quorate {

enum class PromelaKind {
  end,
  name,  // keywords included: only the parser knows where a word is one
  number,
  string,
  sign,  // the text says which: "::", "->", "[]", "<=", ...
};

struct PromelaToken {
  PromelaKind kind = PromelaKind::end;
  Span span;  // in the source text; of the macro's use if the token comes from a macro
  std::string text;
  std::int64_t number = 0;
  std::string macro;         // the macro whose whole body is this token: "V0" for a number it stands for
  bool starts_line = false;  // the first of its line: where a '#' opens a directive

  [[nodiscard]] bool is(const char* sign) const {
    return (kind == PromelaKind::sign || kind == PromelaKind::name) && text == sign;
  }
};

}  // namespace quorate
