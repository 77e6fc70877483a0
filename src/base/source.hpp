// A source text and places in it. Everything that a user wrote keeps a Span, so that every later stage can
// refer to the text. Knows no language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quorate {

// Byte offsets [begin, end) into the source text.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  auto operator<=>(const Span&) const = default;
};

// The smallest span that covers both.
Span join(Span first, Span second);

// Both counted from 1; the column counts characters (UTF-8 code points), not bytes.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

class SourceText {
 public:
  SourceText(std::string file_name, std::string text);

  [[nodiscard]] const std::string& file_name() const { return file_name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] LineColumn locate(std::uint32_t offset) const;
  // The line (from 1) without its end-of-line characters.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;
  [[nodiscard]] std::string_view excerpt(Span span) const;

 private:
  std::string file_name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

}  // namespace quorate
