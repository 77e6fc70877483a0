// UTF-8 is decoded strictly: overlong forms, surrogates and code points beyond the last one are invalid, and
// each of their bytes is escaped.
#include "base/shown_text.hpp"

#include <fmt/format.h>

namespace quorate {

namespace {

// Control characters, directions of writing, separators of lines and paragraphs, the byte order mark,
// noncharacters.
bool unseen(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF ||
         (code & 0xFFFEU) == 0xFFFEU;
}

template <typename Kept>
std::string escaped(std::string_view text, const Kept& kept) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::string_view bytes = text.substr(0, character.bytes);
    if (kept(bytes[0])) {
      result += bytes[0];
    } else {
      append_shown(result, bytes, character);
    }
    text.remove_prefix(character.bytes);
  }
  return result;
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80U) return {1, first, true};
  const std::size_t length = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
  if (first < 0xC2U || first > 0xF4U || text.size() < length) return {};
  std::uint32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (starts_character(text[i])) return {};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (too_long || surrogate || code > 0x10FFFF) return {};
  return {length, code, true};
}

void append_shown(std::string& result, std::string_view bytes, const Character& character) {
  if (character.valid && !unseen(character.code)) {
    result += bytes;
  } else if (character.bytes == 1) {
    fmt::format_to(std::back_inserter(result), "\\x{:02x}", static_cast<unsigned char>(bytes[0]));
  } else {
    fmt::format_to(std::back_inserter(result), "\\u{{{:x}}}", character.code);
  }
}

std::string shown(std::string_view text) {
  return escaped(text, [](char) { return false; });
}

std::string shown_lines(std::string_view text) {
  return escaped(text, [](char c) { return c == '\n' || c == '\t'; });
}

std::string shown_in_comment(std::string_view text) {
  std::string result;
  for (const char c : shown(text)) {
    const bool opens_or_closes =
        !result.empty() && ((result.back() == '*' && c == '/') || (result.back() == '/' && c == '*'));
    if (opens_or_closes) result += ' ';
    result += c;
  }
  return result;
}

std::string shortened_middle(std::string text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  std::size_t left = most_bytes / 2;
  std::size_t right = text.size() - most_bytes / 2;
  while (left > 0 && !starts_character(text[left])) --left;
  while (right < text.size() && !starts_character(text[right])) ++right;
  return text.substr(0, left) + " ... " + text.substr(right);
}

}  // namespace quorate
