// The parser's view of the tokens: looking ahead and expecting. During a recovery every token looks like
// `nothing`, so that no function consumes any. How far `at_...` functions look ahead is limited, which
// keeps parsing linear in the text.
#include <fmt/format.h>

#include <algorithm>

#include "base/budget.hpp"
#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

Parser::Parser(const SourceText& source, std::vector<Token> tokens, const NameSet& declared,
               Diagnostics& diagnostics)
    : source_(source), tokens_(std::move(tokens)), declared_(declared), diagnostics_(diagnostics) {}

const Token& Parser::peek(std::size_t ahead) const {
  static const Token nothing{TokenKind::nothing, {}, {}, 0, false, false};
  if (recovering_) return nothing;
  return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
}

bool Parser::at_word(std::string_view word, std::size_t ahead) const {
  return at(TokenKind::name, ahead) && peek(ahead).text == word;
}

bool Parser::at_name_colon(std::size_t ahead) const {
  return at(TokenKind::name, ahead) && at(TokenKind::colon, ahead + 1);
}

bool Parser::at_section() const {
  return at(TokenKind::name) && (is_section_word(peek().text) || at_durable() || at_timing(position_));
}

// `invarient agreement` at the start of a line.
bool Parser::at_misspelt_section() const {
  return at(TokenKind::name) && at(TokenKind::name, 1) && peek().starts_line &&
         !is_reserved_word(peek().text) && !is_infix_word(peek().text) &&
         !meant_word(peek().text, section_words()).empty();
}

// Whether a formula must begin here: neither a statement nor a type begins so.
bool Parser::at_formula_start(std::size_t ahead) const {
  switch (peek(ahead).kind) {
    case TokenKind::box:
      return !(at(TokenKind::left_parenthesis, ahead + 1) && at_name_colon(ahead + 2));
    case TokenKind::always:
    case TokenKind::diamond:
    case TokenKind::for_all:
    case TokenKind::exists:
    case TokenKind::not_:
      return true;
    case TokenKind::name: {
      const std::string_view word = peek(ahead).text;
      if (word == "not" || word == "true" || word == "false") return true;
      if (is_temporal_prefix_word(word)) return !is_name_in_scope(word) && at_operand_start(ahead + 1);
      const auto& quantifiers = quantifier_words();
      return std::find(quantifiers.begin(), quantifiers.end(), word) != quantifiers.end() &&
             at(TokenKind::left_parenthesis, ahead + 1) && at_name_colon(ahead + 2);
    }
    default:
      return false;
  }
}

bool Parser::at_operand_start(std::size_t ahead) const {
  switch (peek(ahead).kind) {
    case TokenKind::number:
    case TokenKind::outgoing:
    case TokenKind::left_parenthesis:
    case TokenKind::left_brace:
    case TokenKind::left_ceiling:
    case TokenKind::left_floor:
    case TokenKind::empty_set:
    case TokenKind::for_all:
    case TokenKind::exists:
    case TokenKind::not_:
    case TokenKind::always:
    case TokenKind::diamond:
      return true;
    case TokenKind::box:
      return temporal_ != Temporal::unknown;
    case TokenKind::name: {
      const std::string_view word = peek(ahead).text;
      if (at(TokenKind::colon, ahead + 1) || word == "under" || word == "unless") return false;
      if (at_durable(ahead) && (at(TokenKind::colon, ahead + 2) || at(TokenKind::comma, ahead + 2)))
        return false;
      if (word == "U" || word == "R" || word == "W") return is_name_in_scope(word);
      if (word == "not") return !at_word("in", ahead + 1);
      const bool starts = word == "if" || word == "let" || word == "true" || word == "false" ||
                          word == "TRUE" || word == "FALSE";
      return starts || !(is_reserved_word(word) || is_infix_word(word));
    }
    default:
      return false;
  }
}

// Whether an assignment begins here: a place and `:=`.
bool Parser::at_assignment(std::size_t ahead) const {
  if (!at(TokenKind::name, ahead) && !at(TokenKind::outgoing, ahead)) return false;
  int brackets = 0;
  for (std::size_t i = ahead + 1; i < ahead + kLongestLook; ++i) {
    const TokenKind kind = peek(i).kind;
    if (kind == TokenKind::end || kind == TokenKind::nothing || kind == TokenKind::semicolon) return false;
    if (kind == TokenKind::left_bracket) ++brackets;
    if (kind == TokenKind::right_bracket) --brackets;
    if (brackets > 0 || kind == TokenKind::right_bracket) continue;
    if (kind == TokenKind::assign) return true;
    if (kind != TokenKind::dot || !at(TokenKind::name, i + 1)) return false;
    ++i;
  }
  return false;
}

// Whether a type rather than a formula follows, after `name:`.
bool Parser::at_type(std::size_t ahead) const {
  if (at_word("bool", ahead) || at_word("boolean", ahead) || at_word("Boolean", ahead) ||
      at_word("record", ahead)) {
    return true;
  }
  if (at_word("enum", ahead)) return at(TokenKind::left_brace, ahead + 1);
  if (at_word("array", ahead)) return at(TokenKind::left_bracket, ahead + 1);
  if (at_word("set", ahead)) return at_word("of", ahead + 1);
  if (at(TokenKind::name, ahead) && at(TokenKind::assign, ahead + 1)) return true;
  for (std::size_t i = ahead; i < ahead + kLongestLook; ++i) {
    switch (peek(i).kind) {
      case TokenKind::dot_dot:
        return true;
      case TokenKind::name:
      case TokenKind::number:
      case TokenKind::plus:
      case TokenKind::minus:
      case TokenKind::star:
      case TokenKind::slash:
      case TokenKind::left_parenthesis:
      case TokenKind::right_parenthesis:
        continue;
      default:
        return false;
    }
  }
  return false;
}

Token Parser::advance() {
  Budget::ask();
  const Token token = peek();
  if (!recovering_ && position_ + 1 < tokens_.size()) ++position_;
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

bool Parser::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  advance();
  return true;
}

bool Parser::expect(TokenKind kind, const std::string& what, const std::string& hint) {
  if (accept(kind)) return true;
  fail_here(what, hint);
  return false;
}

bool Parser::expect_word(std::string_view word, const std::string& where, const std::string& hint) {
  if (accept_word(word)) return true;
  const std::string expected = fmt::format("`{}`{}{}", word, where.empty() ? "" : " ", where);
  if (at(TokenKind::name) && !is_reserved_word(peek().text) && correct_word({std::string(word)}, expected)) {
    advance();
    return true;
  }
  fail_here(expected, hint);
  return false;
}

bool Parser::expect_close(TokenKind kind, std::string_view sign, const Token& opening) {
  if (accept(kind)) return true;
  const LineColumn place = source_.locate(opening.span.begin);
  fail_here(fmt::format("`{}`", sign), fmt::format("the `{}` at line {}, column {} is not closed",
                                                   source_.excerpt(opening.span), place.line, place.column));
  return false;
}

Name Parser::parse_name(const std::string& what, const std::string& hint) {
  const bool next_section = at_section() && peek().starts_line;
  if (!at(TokenKind::name) || next_section) {
    fail_here(what, hint);
    return {"", tokens_[position_].span};
  }
  const Token token = advance();
  if (is_reserved_word(token.text)) complain_reserved(token);
  return {std::string(token.text), token.span};
}

// A field is always after a dot or before a colon, so that any word may name it.
Name Parser::parse_field_name(const std::string& what) {
  if (!at(TokenKind::name)) {
    fail_here(what);
    return {"", tokens_[position_].span};
  }
  const Token token = advance();
  return {std::string(token.text), token.span};
}

Span Parser::previous_span() const {
  return tokens_[position_ == 0 ? 0 : position_ - 1].span;
}

Span Parser::span_from(const Token& first) const {
  return position_ == 0 ? first.span : join(first.span, previous_span());
}

std::string Parser::found() const {
  const Token& token = tokens_[position_];
  if (token.kind == TokenKind::end) return "the end of the text";
  return fmt::format("`{}`", source_.excerpt(token.span));
}

std::string Parser::line_of(Span span) const {
  return fmt::format("line {}", source_.locate(span.begin).line);
}

}  // namespace quorate
