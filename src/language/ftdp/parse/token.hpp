// The tokens of an FTDP text. Made by the lexer, read by the parser. All spellings of one sign are one
// kind here; words stay names, because only the parser knows where a word is a keyword.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/source.hpp"

namespace quorate {

enum class TokenKind {
  end,      // the end of the text
  nothing,  // what the parser sees while it recovers from an error; matches nothing
  name,     // a word, keywords included
  number,
  outgoing,  // `2leader`; the text is "leader"
  left_parenthesis,
  right_parenthesis,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  left_ceiling,
  right_ceiling,
  left_floor,
  right_floor,
  comma,
  semicolon,
  colon,
  assign,
  dot,
  dot_dot,
  bar,
  box,      // `[]`: separates printed rules; always, in a property
  always,   // `□`
  diamond,  // `<>` and `◇`
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  plus,
  minus,
  star,
  slash,
  percent,
  backslash,
  and_,
  or_,
  not_,
  implies,
  iff,
  in,
  not_in,
  subset,
  set_union,
  set_intersection,
  empty_set,
  for_all,
  exists,
};

struct Token {
  TokenKind kind = TokenKind::end;
  Span span;
  std::string_view text;  // into the source text, which must outlive the tokens
  std::int64_t number = 0;
  bool starts_line = false;  // the first token of its line
  bool after_stray = false;  // characters before it were reported and left out
};

}  // namespace quorate
