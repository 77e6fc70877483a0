// Lines are filled greedily: a unit is put on the line if it fits, and otherwise on the next. Only a unit
// that is wider than a whole line is broken at its spaces.
#include "report/paragraph.hpp"

#include <algorithm>

namespace quorate {
namespace {

constexpr std::size_t least_width = 40;

std::string_view escape_of(Ink ink) {
  switch (ink) {
    case Ink::plain:
      return {};
    case Ink::strong:
      return "\x1b[1m";
    case Ink::faint:
      return "\x1b[2m";
    case Ink::rule:
      return "\x1b[36m";
    case Ink::fresh:
      return "\x1b[32m";
    case Ink::alarm:
      return "\x1b[31m";
  }
  return {};
}

}  // namespace

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Paragraph& Paragraph::add(std::string text, Ink ink) {
  units_.push_back({Fragment{std::move(text), ink}});
  return *this;
}

Paragraph& Paragraph::glue(std::string text, Ink ink) {
  if (units_.empty()) return add(std::move(text), ink);
  units_.back().push_back(Fragment{std::move(text), ink});
  return *this;
}

std::size_t Paragraph::width_of(const Unit& unit) {
  std::size_t width = 0;
  for (const Fragment& fragment : unit) width += columns(fragment.text);
  return width;
}

std::vector<Paragraph::Unit> Paragraph::words_of(const Unit& unit) {
  std::vector<Unit> words(1);
  for (const Fragment& fragment : unit) {
    std::string_view rest = fragment.text;
    for (auto space = rest.find(' '); space != std::string_view::npos; space = rest.find(' ')) {
      if (space > 0) words.back().push_back({std::string(rest.substr(0, space)), fragment.ink});
      if (!words.back().empty()) words.emplace_back();
      rest.remove_prefix(space + 1);
    }
    if (!rest.empty()) words.back().push_back({std::string(rest), fragment.ink});
  }
  return words;
}

std::string Paragraph::render(const Unit& unit, const TextStyle& style) {
  std::string text;
  for (const Fragment& fragment : unit) {
    const std::string_view escape = style.colour ? escape_of(fragment.ink) : std::string_view{};
    text += escape;
    text += fragment.text;
    if (!escape.empty()) text += "\x1b[0m";
  }
  return text;
}

std::string Paragraph::lines(const Paragraph& head, std::size_t indent, const TextStyle& style) const {
  const std::size_t limit = std::max(style.width, least_width);
  std::string text = head.line(style);
  std::size_t column = head.width();
  if (column < indent) {
    text.append(indent - column, ' ');
    column = indent;
  }
  bool line_is_empty = true;
  auto put = [&](const Unit& unit) {
    const std::size_t width = width_of(unit);
    if (!line_is_empty && column + 1 + width > limit) {
      text += '\n';
      text.append(indent, ' ');
      column = indent;
      line_is_empty = true;
    }
    if (!line_is_empty) {
      text += ' ';
      ++column;
    }
    text += render(unit, style);
    column += width;
    line_is_empty = false;
  };
  for (const Unit& unit : units_) {
    if (indent + width_of(unit) <= limit) {
      put(unit);
    } else {
      for (const Unit& word : words_of(unit)) put(word);
    }
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

std::string Paragraph::line(const TextStyle& style) const {
  std::string text;
  for (const Unit& unit : units_) {
    if (!text.empty()) text += ' ';
    text += render(unit, style);
  }
  return text;
}

std::size_t Paragraph::width() const {
  std::size_t width = units_.empty() ? 0 : units_.size() - 1;
  for (const Unit& unit : units_) width += width_of(unit);
  return width;
}

}  // namespace quorate
