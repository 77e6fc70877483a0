// The lexer never fails: what is no token is reported once for a run of such characters and left out, and
// the token after it is marked, so that the parser does not report a second error there. Letters of other
// alphabets are read as part of a name and reported, since the author meant one. Signs have the spellings
// of spellings.hpp.
#include "language/ftdp/parse/lexer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "base/shown_text.hpp"
#include "language/ftdp/parse/spellings.hpp"

namespace quorate {

namespace {

constexpr std::size_t kMostStrayParts = 100;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_name_start(char c) {
  return is_letter(c) || c == '_';
}
bool is_name_part(char c) {
  return is_name_start(c) || is_digit(c);
}

class Lexer {
 public:
  Lexer(const SourceText& source, Diagnostics& diagnostics)
      : text_(source.text()), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    if (rest().starts_with("\xEF\xBB\xBF")) at_ += 3;
    while (skip_blanks() && at_ < text_.size()) {
      if (errors_ >= kMostStrayParts) {
        report(at_, at_ + 1, "too many characters here are not part of the language; the rest is not read",
               "is this file an FTDP text?");
        break;
      }
      lex_token();
    }
    at_ = text_.size();
    push(TokenKind::end, at_);
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] std::string_view rest(std::size_t ahead = 0) const {
    return text_.substr(std::min(at_ + ahead, text_.size()));
  }
  [[nodiscard]] char look(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  static Span span(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  void report(std::size_t begin, std::size_t end, std::string message, std::string hint = {}) {
    diagnostics_.error(span(begin, end), std::move(message), std::move(hint));
    ++errors_;
  }

  void push(TokenKind kind, std::size_t begin, std::int64_t number = 0) {
    const std::size_t text_begin = begin + (kind == TokenKind::outgoing ? 1 : 0);
    tokens_.push_back({kind, span(begin, at_), text_.substr(text_begin, at_ - text_begin), number,
                       std::exchange(starts_line_, false), std::exchange(after_stray_, false)});
  }

  // Skips blanks and comments. Always true, so that it can be part of a loop's condition.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = look();
      if (c == '\n') starts_line_ = true;
      if (c == ' ' || (c >= '\t' && c <= '\r')) {
        ++at_;
      } else if (rest().starts_with("\xC2\xA0")) {  // a no-break space
        at_ += 2;
      } else if (rest().starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest().starts_with("/*")) {
        skip_comment();
      } else {
        break;
      }
    }
    return true;
  }

  void skip_comment() {
    const std::size_t close = text_.find("*/", at_ + 2);
    const std::size_t end = close == std::string_view::npos ? text_.size() : close + 2;
    if (close == std::string_view::npos) {
      report(at_, at_ + 2, "this comment is not closed", "close it with `*/`");
    }
    if (text_.substr(at_, end - at_).find('\n') != std::string_view::npos) starts_line_ = true;
    at_ = end;
  }

  [[nodiscard]] static std::optional<Spelling> sign_at(std::string_view text) {
    for (const Spelling& sign : kSigns) {
      if (text.starts_with(sign.text)) return sign;
    }
    return std::nullopt;
  }

  // The length of a letter of another alphabet, which the author meant as part of a name; 0 if there is
  // none.
  [[nodiscard]] static std::size_t foreign_letter(std::string_view text) {
    if (text.empty() || sign_at(text)) return 0;
    if (text[0] == '\'') return 1;
    const Character character = first_character(text);
    const bool letter =
        character.code >= 0xC0 && character.code < 0x2000 && character.code != 0xD7 && character.code != 0xF7;
    return letter ? character.bytes : 0;
  }

  void lex_token() {
    if (is_digit(look())) {
      lex_number();
    } else if (is_name_start(look()) || (look() != '\'' && foreign_letter(rest()) > 0)) {
      lex_name();
    } else if (rest().starts_with("...")) {
      report(at_, at_ + 3, "`...` is not part of the language",
             "write the parts out, or count them: `count(i: T | ...) >= k`");
      at_ += 3;
      after_stray_ = true;
    } else if (const auto sign = sign_at(rest())) {
      const std::size_t begin = at_;
      at_ += sign->text.size();
      push(sign->kind, begin);
    } else {
      lex_stray();
    }
  }

  void lex_name() {
    const std::size_t begin = at_;
    bool foreign = false;
    while (at_ < text_.size()) {
      if (is_name_part(look())) {
        ++at_;
        continue;
      }
      const std::size_t length = foreign_letter(rest());
      if (length == 0) break;
      foreign = true;
      at_ += length;
    }
    if (foreign) {
      report(begin, at_, fmt::format("`{}` is not a name", text_.substr(begin, at_ - begin)),
             "a name is made of the letters A to Z, a to z, digits and `_`");
    }
    push(TokenKind::name, begin);
  }

  void lex_number() {
    const std::size_t begin = at_;
    while (is_digit(look())) ++at_;
    const std::string_view digits = text_.substr(begin, at_ - begin);
    if (digits == "2" && is_letter(look())) {
      while (is_name_part(look())) ++at_;
      push(TokenKind::outgoing, begin);
      return;
    }
    std::int64_t value = 0;
    if (is_name_start(look())) {
      while (is_name_part(look())) ++at_;
      const std::size_t name = begin + digits.size();
      report(begin, at_, fmt::format("`{}` is neither a number nor a name", text_.substr(begin, at_ - begin)),
             fmt::format("a name starts with a letter; a product is written `{} * {}`", digits,
                         text_.substr(name, at_ - name)));
    } else if (look() == '.' && is_digit(look(1))) {
      ++at_;
      while (is_digit(look())) ++at_;
      report(begin, at_, "numbers are whole numbers", "a range is written with two dots, as in `1..5`");
    } else if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc()) {
      report(begin, at_, "this number is too large", "the largest number is 9223372036854775807");
      value = 0;
    }
    push(TokenKind::number, begin, value);
  }

  [[nodiscard]] bool at_stray() const {
    const char c = look();
    const bool blank = c == ' ' || (c >= '\t' && c <= '\r') || rest().starts_with("\xC2\xA0");
    return at_ < text_.size() && !blank && !is_name_part(c) && foreign_letter(rest()) == 0 &&
           !sign_at(rest());
  }

  // One report for a run of characters with which no token begins.
  void lex_stray() {
    const std::size_t begin = at_;
    const Character first = first_character(rest());
    at_ += first.bytes;
    const std::string stray(text_.substr(begin, at_ - begin));
    while (at_stray()) at_ += first_character(rest()).bytes;
    after_stray_ = true;
    if (!first.valid) {
      report(begin, at_, "these bytes are not text in UTF-8", "save the file in the encoding UTF-8");
      return;
    }
    if (first.code < 0x20 || first.code == 0x7F) {
      report(begin, at_,
             fmt::format("a control character (code {}) is not part of the language",
                         static_cast<unsigned>(first.code)));
      return;
    }
    std::string hint;
    for (const auto& [foreign, advice] : kForeign) {
      if (stray == foreign) hint = advice;
    }
    report(begin, at_, fmt::format("`{}` is not part of the language", stray), hint);
  }

  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::size_t errors_ = 0;
  bool starts_line_ = true;
  bool after_stray_ = false;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex_ftdp(const SourceText& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

}  // namespace quorate
