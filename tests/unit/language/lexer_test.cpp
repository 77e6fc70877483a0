#include "language/ftdp/parse/lexer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace quorate {
namespace {

struct Lexed {
  SourceText source;
  Diagnostics diagnostics;
  std::vector<Token> tokens;

  explicit Lexed(const std::string& text) : source("test.ftdp", text) {
    tokens = lex_ftdp(source, diagnostics);
  }
  [[nodiscard]] std::vector<TokenKind> kinds() const {
    std::vector<TokenKind> result;
    for (const Token& token : tokens) result.push_back(token.kind);
    result.pop_back();  // the end
    return result;
  }
};

using Kinds = std::vector<TokenKind>;

void expect_one_kind(TokenKind kind, const std::vector<std::string>& spellings) {
  for (const std::string& spelling : spellings) {
    const Lexed lexed(spelling);
    EXPECT_FALSE(lexed.diagnostics.has_errors()) << spelling;
    EXPECT_EQ(lexed.kinds(), Kinds{kind}) << spelling;
    EXPECT_EQ(lexed.tokens[0].span, (Span{0, static_cast<std::uint32_t>(spelling.size())})) << spelling;
  }
}

TEST(Lexer, ReadsEverySpellingOfASign) {
  expect_one_kind(TokenKind::and_, {"&", "&&", "/\\", "∧"});
  expect_one_kind(TokenKind::or_, {"||", "\\/", "∨"});
  expect_one_kind(TokenKind::not_, {"!", "~", "¬"});
  expect_one_kind(TokenKind::implies, {"=>", "->", "⇒", "→"});
  expect_one_kind(TokenKind::iff, {"<=>", "<->", "⇔"});
  expect_one_kind(TokenKind::equal, {"=", "=="});
  expect_one_kind(TokenKind::not_equal, {"!=", "/=", "≠"});
  expect_one_kind(TokenKind::less_equal, {"<=", "≤"});
  expect_one_kind(TokenKind::greater_equal, {">=", "≥"});
  expect_one_kind(TokenKind::for_all, {"∀"});
  expect_one_kind(TokenKind::exists, {"∃"});
  expect_one_kind(TokenKind::empty_set, {"∅"});
  expect_one_kind(TokenKind::set_union, {"∪"});
  expect_one_kind(TokenKind::set_intersection, {"∩"});
  expect_one_kind(TokenKind::in, {"∈"});
  expect_one_kind(TokenKind::not_in, {"∉"});
  expect_one_kind(TokenKind::subset, {"⊆"});
  expect_one_kind(TokenKind::always, {"□"});
  expect_one_kind(TokenKind::diamond, {"<>", "◇"});
  expect_one_kind(TokenKind::box, {"[]"});
  expect_one_kind(TokenKind::backslash, {"\\"});
}

TEST(Lexer, SeparatesBoxFromBrackets) {
  EXPECT_EQ(Lexed("[ ]").kinds(), (Kinds{TokenKind::left_bracket, TokenKind::right_bracket}));
  EXPECT_EQ(Lexed("[][]").kinds(), (Kinds{TokenKind::box, TokenKind::box}));
  EXPECT_EQ(Lexed("a[i][j]").kinds(),
            (Kinds{TokenKind::name, TokenKind::left_bracket, TokenKind::name, TokenKind::right_bracket,
                   TokenKind::left_bracket, TokenKind::name, TokenKind::right_bracket}));
}

TEST(Lexer, ReadsRangesAndOutgoingMessages) {
  EXPECT_EQ(Lexed("1..m").kinds(), (Kinds{TokenKind::number, TokenKind::dot_dot, TokenKind::name}));
  const Lexed outgoing("2leader[2]");
  EXPECT_EQ(outgoing.kinds(), (Kinds{TokenKind::outgoing, TokenKind::left_bracket, TokenKind::number,
                                     TokenKind::right_bracket}));
  EXPECT_EQ(outgoing.tokens[0].text, "leader");
  EXPECT_EQ(outgoing.tokens[0].span, (Span{0, 7}));
  EXPECT_EQ(Lexed("2 leader").kinds(), (Kinds{TokenKind::number, TokenKind::name}));
}

TEST(Lexer, PrefersTheLongestSign) {
  EXPECT_EQ(Lexed("a<-1").kinds(),
            (Kinds{TokenKind::name, TokenKind::less, TokenKind::minus, TokenKind::number}));
  EXPECT_EQ(Lexed("a:=-1").kinds(),
            (Kinds{TokenKind::name, TokenKind::assign, TokenKind::minus, TokenKind::number}));
  EXPECT_EQ(Lexed("a|b||c").kinds(),
            (Kinds{TokenKind::name, TokenKind::bar, TokenKind::name, TokenKind::or_, TokenKind::name}));
}

TEST(Lexer, SkipsCommentsAndMarksLines) {
  const Lexed lexed("a // b ; c\n/* x\n * y */ d e");
  ASSERT_EQ(lexed.kinds(), (Kinds{TokenKind::name, TokenKind::name, TokenKind::name}));
  EXPECT_TRUE(lexed.tokens[0].starts_line);
  EXPECT_TRUE(lexed.tokens[1].starts_line);
  EXPECT_FALSE(lexed.tokens[2].starts_line);
  EXPECT_FALSE(lexed.diagnostics.has_errors());
}

std::vector<std::string> messages(const std::string& text) {
  std::vector<std::string> result;
  for (const Diagnostic& error : Lexed(text).diagnostics.sorted()) {
    result.push_back(std::to_string(error.span.begin) + " " + error.message);
  }
  return result;
}

using Messages = std::vector<std::string>;

TEST(Lexer, ReportsWhatIsNotPartOfTheLanguage) {
  EXPECT_EQ(messages("a $ b"), Messages{"2 `$` is not part of the language"});
  EXPECT_EQ(messages("a $$@ b @"),
            (Messages{"2 `$` is not part of the language", "8 `@` is not part of the language"}));
  EXPECT_EQ(messages(std::string("a \0 b", 5)),
            Messages{"2 a control character (code 0) is not part of the language"});
  EXPECT_EQ(messages("a \xFF\xFE b"), Messages{"2 these bytes are not text in UTF-8"});
  EXPECT_EQ(messages("a \xE2\x88"), Messages{"2 these bytes are not text in UTF-8"});
  EXPECT_EQ(messages("a \xC0\x80 b"), Messages{"2 these bytes are not text in UTF-8"});
  EXPECT_EQ(messages("a /* b"), Messages{"2 this comment is not closed"});
  EXPECT_EQ(messages("größe + 1"), Messages{"0 `größe` is not a name"});
  EXPECT_EQ(messages("x' = 1"), Messages{"0 `x'` is not a name"});
  EXPECT_EQ(messages("i1 ≠ ... ≠ i2"), Messages{"7 `...` is not part of the language"});
}

TEST(Lexer, ReportsNumbersThatAreNone) {
  EXPECT_EQ(messages("9223372036854775807"), Messages{});
  EXPECT_EQ(messages("9223372036854775808"), Messages{"0 this number is too large"});
  EXPECT_EQ(messages("3m"), Messages{"0 `3m` is neither a number nor a name"});
  EXPECT_EQ(messages("1.5"), Messages{"0 numbers are whole numbers"});
}

TEST(Lexer, GoesOnAfterAnError) {
  const Lexed lexed("a $ b \xFF c");
  EXPECT_EQ(lexed.kinds(), (Kinds{TokenKind::name, TokenKind::name, TokenKind::name}));
  EXPECT_FALSE(lexed.tokens[0].after_stray);
  EXPECT_TRUE(lexed.tokens[1].after_stray);
}

TEST(Lexer, AdvisesOnForeignSigns) {
  const Lexed lexed("a − b");
  ASSERT_EQ(lexed.diagnostics.error_count(), 1U);
  EXPECT_EQ(lexed.diagnostics.sorted()[0].hint, "write `-`");
}

TEST(Lexer, AcceptsAByteOrderMarkAndHardSpaces) {
  const Lexed lexed(
      "\xEF\xBB\xBF"
      "a\xC2\xA0"
      "b\r\nc");
  EXPECT_FALSE(lexed.diagnostics.has_errors());
  EXPECT_EQ(lexed.kinds().size(), 3U);
}

TEST(Lexer, GivesUpOnAFileThatIsNoText) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "$ ";
  EXPECT_EQ(Lexed(text).diagnostics.error_count(), 101U);
}

}  // namespace
}  // namespace quorate
