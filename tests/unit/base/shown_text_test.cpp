#include "base/shown_text.hpp"

#include <gtest/gtest.h>

#include "base/diagnostics.hpp"

namespace quorate {
namespace {

TEST(ShownText, EscapesWhatActsOnTerminals) {
  EXPECT_EQ(shown("plain ∧ für"), "plain ∧ für");
  EXPECT_EQ(shown("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(shown("a\nb\tc\r"), "a\\x0ab\\x09c\\x0d");
  EXPECT_EQ(shown_lines("a\nb\tc\r"), "a\nb\tc\\x0d");
  EXPECT_EQ(shown(std::string("\0\x7f", 2)), "\\x00\\x7f");
  EXPECT_EQ(shown("\xC2\x9B"), "\\u{9b}");
  EXPECT_EQ(shown("\u202e"), "\\u{202e}");
  EXPECT_EQ(shown("\xEF\xBF\xBE"), "\\u{fffe}");
}

TEST(ShownText, EscapesBytesThatAreNoText) {
  EXPECT_EQ(shown("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(shown("\xC3"), "\\xc3");                    // cut off
  EXPECT_EQ(shown("\xC0\x80"), "\\xc0\\x80");           // longer than needed
  EXPECT_EQ(shown("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // half of a pair
  EXPECT_EQ(shown("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(shown("\xE2\x88\xA7"), "∧");
}

TEST(ShownText, StaysInItsComment) {
  EXPECT_EQ(shown_in_comment("a */ b /* c\n*/"), "a * / b / * c\\x0a* /");
  EXPECT_EQ(shown_in_comment("**//"), "** //");
}

TEST(ShownText, IsCutBetweenCharacters) {
  EXPECT_EQ(shortened_middle("short", 10), "short");
  const std::string text = shortened_middle(std::string(500, 'a') + std::string(500, 'b'), 100);
  EXPECT_EQ(text, std::string(50, 'a') + " ... " + std::string(50, 'b'));
  std::string signs;
  for (int i = 0; i < 100; ++i) signs += "∧";
  for (std::size_t most = 10; most < 20; ++most)
    EXPECT_EQ(shown(shortened_middle(signs, most)).find('\\'), std::string::npos);
}

TEST(Diagnostics, ShowALongLineAroundTheCaret) {
  const std::string text = std::string(5000, 'x') + " bad " + std::string(5000, 'y');
  const SourceText source("m", text);
  const std::string said = render({Severity::error, {5001, 5004}, "wrong", ""}, source);
  EXPECT_LT(said.size(), 500U);
  const auto first = said.find('\n') + 1;
  const auto second = said.find('\n', first) + 1;
  const std::string line = said.substr(first, second - first);
  const std::string marks = said.substr(second);
  EXPECT_EQ(line.substr(marks.find('^'), 3), "bad");
  EXPECT_NE(marks.find("^~~\n"), std::string::npos);
}

TEST(Diagnostics, KeepTheCaretBelowEscapedText) {
  const SourceText source("m", "a\x1b b");
  EXPECT_EQ(render({Severity::error, {3, 4}, "x\x1b", ""}, source),
            "m:1:4: error: x\\x1b\n    1 | a\\x1b b\n      |       ^\n");
  const SourceText bytes("m", "\xff\xff b");
  EXPECT_NE(render({Severity::error, {3, 4}, "x", ""}, bytes).find("\\xff\\xff b\n      |          ^"),
            std::string::npos);
}

TEST(Diagnostics, AreAtMostAHundred) {
  const SourceText source("m", std::string(100'000, '\n'));
  Diagnostics diagnostics;
  for (std::uint32_t i = 0; i < 50'000; ++i) diagnostics.error({i, i + 1}, std::string(3000, 'm'));
  for (std::uint32_t i = 0; i < 50'000; ++i) diagnostics.warning({i, i + 1}, "w");
  EXPECT_EQ(diagnostics.error_count(), 50'000U);
  const std::string said = render(diagnostics, source);
  EXPECT_NE(said.find("m: and 49900 more errors\n"), std::string::npos);
  EXPECT_NE(said.find("m: and 49900 more warnings\n"), std::string::npos);
  EXPECT_LT(said.size(), 200'000U);
}

}  // namespace
}  // namespace quorate
