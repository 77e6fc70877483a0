// One line of a text with marks below a part of it.
#pragma once

#include <string>
#include <string_view>

namespace quorate {

struct ShownLine {
  std::string text;
  std::string marks;  // ^~~~ below the part, after blanks of the same width as what is before it
};

// `column` counts characters, from 1; `length` characters are marked. Of a long line only what is around the
// marks is shown.
ShownLine shown_line(std::string_view line, std::size_t column, std::size_t length);

}  // namespace quorate
