// The lexer of both dialects. Directives are tokens like others; a token knows whether it begins a line,
// which is all that the preprocessor needs. Characters that are no token are reported and left out.
#include "language/promela/promela_lexer.hpp"

#include <array>
#include <charconv>
#include <string_view>

namespace quorate {

namespace {

// Longest first. `[]` is only the temporal operator: an empty pair of brackets occurs nowhere else.
constexpr std::array<std::string_view, 17> kLongSigns = {
    "<->", "::", "->", "[]", "<>", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "<<", ">>", "/\\", "\\/"};
constexpr std::string_view kShortSigns = "(){}[];:,=<>+-*/!@#\\%&|^~?.";

class PromelaLexer {
 public:
  PromelaLexer(const SourceText& source, Diagnostics& diagnostics)
      : text_(source.text()), diagnostics_(diagnostics) {}

  std::vector<PromelaToken> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (skip_blanks()) lex_one();
    push(PromelaKind::end, at_, "");
    return std::move(tokens_);
  }

 private:
  // False at the end of the text.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        line_begins_ = true;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (text_.substr(at_).starts_with("/*")) {
        skip_comment();
      } else if (text_.substr(at_).starts_with("//")) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else {
        return true;
      }
    }
    return false;
  }

  void skip_comment() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) {
      report(begin, begin + 2, "this comment is never closed", "comments end with */");
      at_ = text_.size();
      return;
    }
    at_ = end + 2;
  }

  void lex_one() {
    const char c = text_[at_];
    if (is_word_start(c)) return lex_word();
    if (c >= '0' && c <= '9') return lex_number();
    if (c == '"') return lex_string();
    for (const auto sign : kLongSigns) {
      if (text_.substr(at_).starts_with(sign)) return push_sign(sign.size());
    }
    if (kShortSigns.find(c) != std::string_view::npos) return push_sign(1);
    lex_stray();
  }

  void lex_stray() {
    const std::size_t begin = at_;
    ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U) ++at_;
    report(begin, at_, "this character is not part of the language", "");
  }

  void lex_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word_start(text_[at_]) || (text_[at_] >= '0' && text_[at_] <= '9')))
      ++at_;
    push(PromelaKind::name, begin, std::string(text_.substr(begin, at_ - begin)));
  }

  void lex_number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    push(PromelaKind::number, begin, std::string(text_.substr(begin, at_ - begin)));
    PromelaToken& token = tokens_.back();
    const auto [end, error] =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), token.number);
    if (error != std::errc() || token.number > 1'000'000'000) {
      report(begin, at_, "this number is too large", "numbers go up to 1000000000");
      token.number = 0;
    }
  }

  void lex_string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_, text_.size());
    const bool closed = at_ < text_.size() && text_[at_] == '"';
    if (!closed) report(begin, begin + 1, "this string is not closed in its line", "");
    push(PromelaKind::string, begin, std::string(text_.substr(begin + 1, at_ - begin - 1)));
    if (closed) tokens_.back().span.end = static_cast<std::uint32_t>(++at_);
  }

  void push_sign(std::size_t length) {
    const std::size_t begin = at_;
    at_ += length;
    std::string text(text_.substr(begin, length));
    if (text == "/\\") text = "&&";
    if (text == "\\/") text = "||";
    push(PromelaKind::sign, begin, std::move(text));
  }

  void push(PromelaKind kind, std::size_t begin, std::string text) {
    PromelaToken token;
    token.kind = kind;
    token.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
    token.text = std::move(text);
    token.starts_line = line_begins_;
    line_begins_ = false;
    tokens_.push_back(std::move(token));
  }

  void report(std::size_t begin, std::size_t end, std::string message, std::string hint) {
    diagnostics_.error({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                       std::move(message), std::move(hint));
  }

  static bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  bool line_begins_ = true;
  std::vector<PromelaToken> tokens_;
};

}  // namespace

std::vector<PromelaToken> lex_promela(const SourceText& source, Diagnostics& diagnostics) {
  return PromelaLexer(source, diagnostics).run();
}

}  // namespace quorate
