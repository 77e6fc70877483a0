#include "base/source.hpp"

#include <algorithm>

#include "base/shown_text.hpp"

namespace quorate {

Span join(Span first, Span second) {
  return {std::min(first.begin, second.begin), std::max(first.end, second.end)};
}

SourceText::SourceText(std::string file_name, std::string text)
    : file_name_(std::move(file_name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

LineColumn SourceText::locate(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line_index = static_cast<std::uint32_t>(after - line_starts_.begin()) - 1;
  const auto first = text_.begin() + line_starts_[line_index];
  const auto characters = std::count_if(first, text_.begin() + offset, starts_character);
  return {line_index + 1, static_cast<std::uint32_t>(characters) + 1};
}

std::string_view SourceText::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const std::size_t begin = line_starts_[number - 1];
  std::size_t end = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return text().substr(begin, end - begin);
}

std::string_view SourceText::excerpt(Span span) const {
  if (span.begin >= text_.size() || span.end <= span.begin) return {};
  return text().substr(span.begin, span.end - span.begin);
}

}  // namespace quorate
