// Words with colours, broken into lines of a given width. Knows nothing of traces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quorate {

struct TextStyle {
  bool colour = false;      // ANSI escape sequences
  std::size_t width = 100;  // columns; at least 40 are used
};

enum class Ink { plain, strong, faint, rule, fresh, alarm };

// How many columns a UTF-8 text takes (code points; no wide characters are expected).
std::size_t columns(std::string_view text);

class Paragraph {
 public:
  // Adds a unit, with a space before it. A unit is broken only if it is wider than a line.
  Paragraph& add(std::string text, Ink ink = Ink::plain);
  // Continues the last unit without a space.
  Paragraph& glue(std::string text, Ink ink = Ink::plain);

  [[nodiscard]] bool empty() const { return units_.empty(); }
  // `head` opens the first line and takes `indent` columns (or more); the other lines are indented by
  // `indent`. Every line ends with a newline.
  [[nodiscard]] std::string lines(const Paragraph& head, std::size_t indent, const TextStyle& style) const;
  // On one line, without a newline.
  [[nodiscard]] std::string line(const TextStyle& style) const;
  [[nodiscard]] std::size_t width() const;

 private:
  struct Fragment {
    std::string text;
    Ink ink;
  };
  using Unit = std::vector<Fragment>;

  static std::size_t width_of(const Unit& unit);
  static std::vector<Unit> words_of(const Unit& unit);
  static std::string render(const Unit& unit, const TextStyle& style);

  std::vector<Unit> units_;
};

}  // namespace quorate
