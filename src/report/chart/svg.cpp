// No font is read. The width of a text is estimated from classes of characters, on the wide side, so that
// texts do not overlap in the usual sans-serif fonts.
#include "report/chart/svg.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/shown_text.hpp"

namespace quorate::svg {
namespace {

// In hundredths of the font size.
int character_width(unsigned char c) {
  if (c >= 0x80) return 80;
  constexpr std::string_view narrow = "iIjl.,:;'|! ";
  constexpr std::string_view slim = "frt()[]{}/\\\"-";
  constexpr std::string_view wide = "mMwW@%+<>=~#";
  if (narrow.find(static_cast<char>(c)) != std::string_view::npos) return 34;
  if (slim.find(static_cast<char>(c)) != std::string_view::npos) return 43;
  if (wide.find(static_cast<char>(c)) != std::string_view::npos) return 90;
  if (c >= 'A' && c <= 'Z') return 72;
  return 64;
}

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

// The text cut after each of the characters `ends`.
std::vector<std::string> parts_of(const std::string& text, std::string_view ends) {
  std::vector<std::string> parts(1);
  for (std::size_t k = 0; k < text.size(); ++k) {
    parts.back() += text[k];
    if (ends.find(text[k]) != std::string_view::npos && k + 1 < text.size()) parts.emplace_back();
  }
  return parts;
}

std::string without_trailing_spaces(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

std::string escape(std::string_view text) {
  std::string result;
  for (const char c : shown_lines(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string number(double value) {
  const double rounded = std::round(value * 10.0) / 10.0;
  return fmt::format("{:g}", rounded == 0.0 ? 0.0 : rounded);
}

double text_width(std::string_view text, double size) {
  int hundredths = 0;
  for (const char c : text) {
    if (starts_character(c)) hundredths += character_width(static_cast<unsigned char>(c));
  }
  return hundredths * size / 100.0;
}

std::string shortened(const std::string& text, double size, double width) {
  if (text_width(text, size) <= width) return text;
  std::string result = text;
  while (!result.empty() && text_width(result, size) + 0.8 * size > width) {
    while (result.size() > 1 && !starts_character(result.back())) result.pop_back();
    result.pop_back();
  }
  return without_trailing_spaces(result) + "\u2026";
}

std::vector<std::string> wrapped(const std::string& text, double size, double width) {
  std::vector<std::string> lines;
  std::string line;
  auto put = [&](const std::string& part) {
    if (!line.empty() && text_width(without_trailing_spaces(line + part), size) > width) {
      lines.push_back(without_trailing_spaces(line));
      line.clear();
    }
    line += part;
  };
  for (const std::string& word : parts_of(text, " ")) {
    if (text_width(without_trailing_spaces(word), size) <= width) {
      put(word);
    } else {
      for (const std::string& part : parts_of(word, "_,(")) put(part);
    }
  }
  lines.push_back(without_trailing_spaces(line));
  for (std::string& one : lines) one = shortened(one, size, width);
  return lines;
}

void Canvas::line(double x1, double y1, double x2, double y2, std::string_view style_class,
                  std::string_view more) {
  content_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"{}\" {}/>\n", number(x1),
                          number(y1), number(x2), number(y2), style_class, more);
}

void Canvas::path(std::string_view commands, std::string_view style_class, std::string_view more) {
  content_ += fmt::format("<path d=\"{}\" class=\"{}\" {}/>\n", commands, style_class, more);
}

void Canvas::circle(double x, double y, double radius, std::string_view style_class, std::string_view more) {
  content_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" class=\"{}\" {}/>\n", number(x), number(y),
                          number(radius), style_class, more);
}

void Canvas::rectangle(double x, double y, double width, double height, double radius,
                       std::string_view style_class, std::string_view more) {
  content_ +=
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" class=\"{}\" {}/>\n",
                  number(x), number(y), number(width), number(height), number(radius), style_class, more);
}

void Canvas::text(double x, double y, std::string_view content, Anchor anchor, std::string_view style_class,
                  std::string_view more) {
  const char* position = anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
  content_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" class=\"{}\" {}>{}</text>\n", number(x),
                          number(y), position, style_class, more, escape(content));
}

void Canvas::begin_group(std::string_view tooltip) {
  content_ += fmt::format("<g><title>{}</title>\n", escape(tooltip));
}

void Canvas::end_group() {
  content_ += "</g>\n";
}

}  // namespace quorate::svg
