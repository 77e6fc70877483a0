// The width of what is shown differs from that of the text, since some characters are escaped; so text and
// marks are built together, character by character. Tabs are repeated in the marks.
#include "base/shown_line.hpp"

#include <algorithm>

#include "base/shown_text.hpp"

namespace quorate {

namespace {

// In characters of the text. A line of at most `whole` characters is shown completely.
constexpr std::size_t whole = 240;
constexpr std::size_t before_marks = 60;
constexpr std::size_t after_marks = 100;
constexpr std::string_view left_out = "...";

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

}  // namespace

ShownLine shown_line(std::string_view line, std::size_t column, std::size_t length) {
  const bool is_whole = width(line) <= whole;
  const std::size_t first = is_whole || column <= before_marks ? 1 : column - before_marks;
  const std::size_t end = is_whole ? SIZE_MAX : column + after_marks;
  const std::size_t marked_end = column + std::max<std::size_t>(length, 1);
  ShownLine result;
  if (first > 1) {
    result.text = left_out;
    result.marks.assign(left_out.size(), ' ');
  }
  std::size_t marked = 0;
  std::size_t begun = 0;
  while (!line.empty()) {
    const Character character = first_character(line);
    const std::string_view bytes = line.substr(0, character.bytes);
    line.remove_prefix(character.bytes);
    // Characters are counted as in SourceText: a byte that begins none belongs to the one before.
    if (starts_character(bytes[0])) ++begun;
    const std::size_t at = std::max<std::size_t>(begun, 1);
    if (at < first) continue;
    if (at >= end) {
      result.text += left_out;
      break;
    }
    std::string piece;
    if (bytes == "\t") {
      piece = "\t";
    } else {
      append_shown(piece, bytes, character);
    }
    result.text += piece;
    if (at < column) {
      // Tabs keep their width by being repeated.
      result.marks += bytes == "\t" ? "\t" : std::string(width(piece), ' ');
    } else if (at < marked_end) {
      marked += width(piece);
    }
  }
  result.marks += '^';
  if (marked > 1) result.marks.append(marked - 1, '~');
  return result;
}

}  // namespace quorate
