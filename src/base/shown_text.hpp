// Text of users, file systems and compilers as it is shown: whatever bytes it has, what is shown is UTF-8
// that cannot move a terminal's cursor, change its colours, or turn the order of writing around.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace quorate {

// Of UTF-8.
inline bool starts_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

// The character at the beginning of a text: its length, and its code point if it is proper UTF-8.
struct Character {
  std::size_t bytes = 1;
  std::uint32_t code = 0;
  bool valid = false;
};
Character first_character(std::string_view text);

// A byte that is no UTF-8, and a control character of one byte, is shown as \x1b; other characters that are
// not to be seen, and those that XML and JSON cannot say, as \u{202e}. Everything else is as it was.
void append_shown(std::string& result, std::string_view bytes, const Character& character);

// Of a name, or of a line: line ends and tabs are shown as \x0a and \x09.
std::string shown(std::string_view text);
// Of a text with lines: line ends and tabs are kept.
std::string shown_lines(std::string_view text);

// What it says inside a comment that ends with the end of the line or with */.
std::string shown_in_comment(std::string_view text);

// A text of at most so many bytes: of a longer one the beginning and the end.
std::string shortened_middle(std::string text, std::size_t most_bytes);

}  // namespace quorate
