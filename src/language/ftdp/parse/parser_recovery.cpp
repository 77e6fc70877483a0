// Error reports and recovery. After `fail` every function returns; the one that knows a place to go on
// calls a `resume` function, which skips tokens up to that place but never over the beginning of a section,
// so that one error cannot hide the rest of the text.
#include <fmt/format.h>

#include <utility>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

namespace {

constexpr int kMostErrors = 100;
constexpr int kDeepestNesting = 400;

}  // namespace

Parser::Nesting::Nesting(Parser& parser) : parser_(parser), too_deep_(++parser.depth_ > kDeepestNesting) {
  if (too_deep_) {
    parser.fail(parser.tokens_[parser.position_].span, "this is nested too deeply",
                "give a name to a part of it, with `let` or `function`");
  }
}

bool Parser::report(Span span, std::string message, std::string hint) {
  if (recovering_ || last_error_ == position_) return false;
  last_error_ = position_;
  if (tokens_[position_].after_stray) return false;  // the lexer has reported what was here
  diagnostics_.error(span, std::move(message), std::move(hint));
  if (++errors_ == kMostErrors) {
    diagnostics_.error(span, "too many errors; the rest of the text is not read");
    position_ = tokens_.size() - 1;
    last_error_ = position_;
  }
  return true;
}

void Parser::fail(Span span, std::string message, std::string hint) {
  report(span, std::move(message), std::move(hint));
  recovering_ = true;
  if (!in_rule_or_property_) names_lost_ = true;
}

void Parser::fail_here(const std::string& expected, const std::string& hint) {
  const bool ended = tokens_[position_].kind == TokenKind::end && position_ > 0;
  const std::uint32_t end = previous_span().end;
  fail(ended ? Span{end, end} : tokens_[position_].span,
       fmt::format("expected {}, found {}", expected, found()), hint);
}

void Parser::complain(Span span, std::string message, std::string hint) {
  report(span, std::move(message), std::move(hint));
}

void Parser::complain_reserved(const Token& token) {
  if (!reserved_reported_.emplace(token.text).second) return;
  complain(token.span, fmt::format("`{}` is a word of the language and cannot be a name", token.text),
           "choose another name");
}

// Replaces a misspelt word by the one candidate that it can be meant as, with an error.
bool Parser::correct_word(const std::vector<std::string>& candidates, const std::string& what) {
  if (!at(TokenKind::name)) return false;
  const std::string meant = meant_word(peek().text, candidates);
  if (!meant.empty()) correct_to(meant, what);
  return !meant.empty();
}

void Parser::correct_to(const std::string& meant, const std::string& what) {
  complain(peek().span, fmt::format("expected {}, found `{}`", what, peek().text),
           fmt::format("did you mean `{}`?", meant));
  tokens_[position_].text = *corrections_.insert(meant).first;
}

void Parser::resume_at(std::size_t position) {
  position_ = position;
  recovering_ = false;
}

// The end, or a word that starts a section (`role[` is also a type, and any word may be a field).
bool Parser::stops_recovery(std::size_t position) const {
  const Token& token = tokens_[position];
  if (token.kind == TokenKind::end) return true;
  if (at_timing(position) && token.starts_line) return true;
  if (token.kind != TokenKind::name || !is_section_word(token.text)) return false;
  if (position == 0 || token.starts_line) return true;
  const TokenKind before = tokens_[position - 1].kind;
  return before != TokenKind::dot && before != TokenKind::colon;
}

void Parser::resume_in_statements() {
  recovering_ = false;
  for (; !stops_recovery(position_); advance()) {
    if (accept(TokenKind::semicolon)) return;
    if (at(TokenKind::box)) return;
    const Token& token = peek();
    const bool word = token.kind == TokenKind::name;
    if (word && (is_closing_word(token.text) || token.text == "ELSE")) return;
    if (!token.starts_line) continue;
    if (word && (is_statement_word(token.text) || at_name_colon())) return;
    if (at_assignment() || at_misspelt_section()) return;
  }
}

void Parser::resume_in_declarations() {
  recovering_ = false;
  for (; !stops_recovery(position_); advance()) {
    if (at(TokenKind::semicolon) || at_word("end")) return;
    if ((peek().starts_line && at_name_colon()) || at_misspelt_section()) return;
  }
}

// Goes to the next `,` or `;` of a list of words.
void Parser::resume_before_comma() {
  recovering_ = false;
  while (!stops_recovery(position_) && !at(TokenKind::comma) && !at(TokenKind::semicolon)) advance();
}

void Parser::resume_at_section() {
  recovering_ = false;
  for (; !stops_recovery(position_); advance()) {
    if (peek().starts_line && at_name_colon() && at_formula_start(2)) return;
    if (at_misspelt_section()) return;
  }
}

// Goes on after the next such token, if it comes before the end of the statement or section.
bool Parser::resume_behind(TokenKind kind) {
  for (std::size_t i = position_; !stops_recovery(i); ++i) {
    const Token& token = tokens_[i];
    if (token.kind == kind) {
      resume_at(i + 1);
      return true;
    }
    if (token.kind == TokenKind::semicolon || token.kind == TokenKind::box) return false;
    if (token.kind == TokenKind::name && is_closing_word(token.text)) return false;
  }
  return false;
}

bool Parser::resume_behind_word(std::string_view word) {
  for (std::size_t i = position_; !stops_recovery(i); ++i) {
    const Token& token = tokens_[i];
    if (token.kind == TokenKind::semicolon || token.kind == TokenKind::box) return false;
    if (token.kind != TokenKind::name) continue;
    if (token.text == word) {
      resume_at(i + 1);
      return true;
    }
    if (is_closing_word(token.text)) return false;
  }
  return false;
}

}  // namespace quorate
