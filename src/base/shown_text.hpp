// Makes any bytes of users, file systems and compilers fit to be shown: valid UTF-8 that cannot move a
// terminal's cursor, change its colours or reverse the direction of writing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace quorate {

// Whether the byte begins a character of UTF-8.
inline bool starts_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

// The character at the beginning of a text: its length, and its code point if it is valid UTF-8.
struct Character {
  std::size_t bytes = 1;
  std::uint32_t code = 0;
  bool valid = false;
};
Character first_character(std::string_view text);

// An invalid byte and a control character of one byte are shown like \x1b; other invisible characters, and
// those that XML and JSON cannot have, like \u{202e}. Everything else is not changed.
void append_shown(std::string& result, std::string_view bytes, const Character& character);

// For a name or a line: line ends and tabs are shown as \x0a and \x09.
std::string shown(std::string_view text);
// For a text with lines: line ends and tabs are kept.
std::string shown_lines(std::string_view text);

// For use inside a comment that ends at the end of the line or with */.
std::string shown_in_comment(std::string_view text);

// Shortens a text to about so many bytes: keeps the beginning and the end.
std::string shortened_middle(std::string text, std::size_t most_bytes);

}  // namespace quorate
