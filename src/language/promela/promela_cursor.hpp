// What the parts of the parsers share: the position in the tokens, and error reports. Only the first error
// of a statement or unit is reported; the part that owns the statement or unit then skips to the next one.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "language/promela/promela_token.hpp"

namespace quorate {

class PromelaCursor {
 public:
  PromelaCursor(std::vector<PromelaToken> tokens, Diagnostics& diagnostics)
      : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  [[nodiscard]] const PromelaToken& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] bool at(const char* text) const { return peek().is(text); }
  [[nodiscard]] bool at_end() const { return peek().kind == PromelaKind::end; }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] Span last_span() const { return tokens_[at_ == 0 ? 0 : at_ - 1].span; }

  // The text of the tokens since a position, with blanks between them.
  [[nodiscard]] std::string text_since(std::size_t position) const {
    std::string text;
    for (std::size_t i = position; i < at_; ++i) text += tokens_[i].text + " ";
    return text;
  }

  const PromelaToken& take() {
    const PromelaToken& token = peek();
    if (!at_end()) ++at_;
    return token;
  }
  bool accept(const char* text) {
    if (!at(text)) return false;
    take();
    return true;
  }
  bool expect(const char* text, const char* where) {
    if (accept(text)) return true;
    fail(std::string("expected '") + text + "' " + where);
    return false;
  }
  bool expect_name(std::string& name, Span& span, const char* what) {
    if (peek().kind != PromelaKind::name) {
      fail(std::string("expected ") + what);
      return false;
    }
    span = peek().span;
    name = take().text;
    return true;
  }
  // Reports an error here, unless one is already being recovered from.
  void fail(std::string message, std::string hint = {}) {
    fail_at(peek().span, std::move(message), std::move(hint));
  }
  void fail_at(Span span, std::string message, std::string hint = {}) {
    if (!failed_ && !gave_up_) diagnostics_.error(span, std::move(message), std::move(hint));
    failed_ = true;
  }
  // For texts that cannot be read (nested too deeply): reports this error, and then shows the end of the
  // text to all callers.
  void give_up(Span span, std::string message, std::string hint = {}) {
    if (gave_up_) return;
    diagnostics_.error(span, std::move(message), std::move(hint));
    failed_ = gave_up_ = true;
    at_ = tokens_.size() - 1;
  }
  void recovered() { failed_ = gave_up_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }

 private:
  std::vector<PromelaToken> tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  bool failed_ = false;
  bool gave_up_ = false;
};

}  // namespace quorate
