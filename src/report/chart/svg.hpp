// The few SVG elements that the charts need, written with escaped text and short numbers, and an estimate of
// how wide a text will be. Knows nothing of traces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quorate::svg {

// For text content and for attribute values in double quotes. Characters that XML forbids are dropped.
std::string escape(std::string_view text);

// At most one decimal: "12", "12.5".
std::string number(double value);

// An upper estimate for the usual sans-serif fonts (it follows the widest of them), in the unit of `size`.
double text_width(std::string_view text, double size);

// Cut with an ellipsis if it is wider than `width`.
std::string shortened(const std::string& text, double size, double width);

// Broken at spaces, and after "_", "," and "(" where one word is too wide; what still is too wide is
// shortened.
std::vector<std::string> wrapped(const std::string& text, double size, double width);

enum class Anchor { start, middle, end };

class Canvas {
 public:
  void line(double x1, double y1, double x2, double y2, std::string_view style_class,
            std::string_view more = {});
  void path(std::string_view commands, std::string_view style_class, std::string_view more = {});
  void circle(double x, double y, double radius, std::string_view style_class, std::string_view more = {});
  void rectangle(double x, double y, double width, double height, double radius, std::string_view style_class,
                 std::string_view more = {});
  // `y` is the base line. `more` are further attributes, already escaped.
  void text(double x, double y, std::string_view content, Anchor anchor, std::string_view style_class,
            std::string_view more = {});
  // Starts a group, up to end_group, that shows `tooltip` under the pointer.
  void begin_group(std::string_view tooltip);
  void end_group();

  [[nodiscard]] const std::string& content() const { return content_; }

 private:
  std::string content_;
};

}  // namespace quorate::svg
