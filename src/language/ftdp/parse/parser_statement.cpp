// Statements, and recovery after an error in one of them. A misspelt word at the beginning is corrected
// only if what follows fits the correction (reads_as), since it may as well be a variable.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

namespace {

std::vector<std::string> joined(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> result = a;
  result.insert(result.end(), b.begin(), b.end());
  return result;
}

// Words that a misspelt one at the start of a statement may be meant as.
const std::vector<std::string>& words_at_statement() {
  static const std::vector<std::string> words =
      joined(joined(statement_words(), closing_words()), section_words());
  return words;
}

const std::vector<std::string>& words_behind_statement() {
  static const std::vector<std::string> words = joined(closing_words(), section_words());
  return words;
}

}  // namespace

bool Parser::at_statements_end() const {
  switch (peek().kind) {
    case TokenKind::end:
    case TokenKind::nothing:
    case TokenKind::box:
      return true;
    case TokenKind::left_bracket:
      return at(TokenKind::left_parenthesis, 1);
    case TokenKind::name: {
      const std::string_view word = peek().text;
      const bool label = at(TokenKind::colon, 1) && !at(TokenKind::equal, 2);
      return is_closing_word(word) || is_section_word(word) || at_timing(position_) || word == "ELSE" ||
             label;
    }
    default:
      return false;
  }
}

void Parser::parse_statements(std::vector<SyntaxStmt>& out) {
  while (true) {
    while (accept(TokenKind::semicolon)) {
    }
    if (at_statements_end()) return;
    const std::size_t start = position_;
    SyntaxStmt statement = parse_statement();
    if (recovering_) {
      resume_in_statements();
      if (position_ == start && !stops_recovery(position_)) advance();
      continue;
    }
    if (position_ == start) continue;  // a misspelt word was corrected
    out.push_back(std::move(statement));
    if (!parse_separator()) {
      resume_in_statements();
      if (position_ == start) advance();
    }
  }
}

// Between two statements. False after an error that needs recovery.
bool Parser::parse_separator() {
  if (at(TokenKind::semicolon) || at_statements_end()) return true;
  const Span gap{previous_span().end, previous_span().end};
  if (at(TokenKind::name) && !is_reserved_word(peek().text) && !at_assignment() &&
      (at(TokenKind::name, 1) || at(TokenKind::semicolon, 1)) &&
      correct_word(peek().starts_line ? words_behind_statement() : closing_words(),
                   "`;` or the end of the statements")) {
    return true;
  }
  if (at_assignment() || (at(TokenKind::name) && is_statement_word(peek().text))) {
    complain(gap, fmt::format("expected `;` between two statements, before {}", found()));
    return true;
  }
  fail_here("`;` or the end of the statement");
  return false;
}

// The statements after `then`, `else` or `do`.
void Parser::parse_block(std::vector<SyntaxStmt>& out, std::string_view after) {
  if (at_statements_end()) {
    complain(tokens_[position_].span,
             fmt::format("expected a statement after `{}`, found {}", after, found()),
             "to do nothing, write `skip`");
  }
  parse_statements(out);
}

SyntaxStmt Parser::parse_statement() {
  const Nesting nesting(*this);
  if (nesting.too_deep()) return {};
  const Token first = peek();
  SyntaxStmt statement;
  if (at_word("if")) {
    statement = parse_branch(false);
  } else if (at_word("for")) {
    statement = parse_loop();
  } else if (at_word("let")) {
    statement = parse_let();
  } else if (at_word("send")) {
    statement = parse_send();
  } else if (at_word("undefine")) {
    statement = parse_undefine();
  } else if (accept_word("skip")) {
    statement.kind = SyntaxStmtKind::skip;
  } else if (at_timer_statement()) {
    statement.kind = SyntaxStmtKind::timer;
    statement.sets = advance().text == "set";
    statement.bound = parse_name("the name of a timer");
  } else if (at_sync()) {
    advance();
    statement.kind = SyntaxStmtKind::sync;
  } else if (at(TokenKind::outgoing) || at(TokenKind::name)) {
    const TokenKind next = peek(1).kind;
    const bool place = next == TokenKind::assign || next == TokenKind::equal || next == TokenKind::dot ||
                       next == TokenKind::left_bracket || next == TokenKind::colon || at(TokenKind::outgoing);
    statement = place ? parse_assignment() : parse_unknown_statement();
  } else {
    fail_here("a statement", "statements are `x := e`, `if`, `for`, `let`, `send`, `undefine` and `skip`");
  }
  statement.span = span_from(first);
  return statement;
}

// `sync` is a name wherever it can be one.
bool Parser::at_sync() const {
  return at_word("sync") && (at(TokenKind::semicolon, 1) || at(TokenKind::end, 1) || peek(1).starts_line ||
                             (at(TokenKind::name, 1) && is_reserved_word(peek(1).text)));
}

// Whether the tokens that follow fit the word that a misspelt one may be meant as.
bool Parser::reads_as(std::string_view word) const {
  const std::string_view needed = word == "if" || word == "elsif" || word == "elseif" ? "then"
                                  : word == "for"                                     ? "do"
                                  : word == "send"                                    ? "to"
                                                                                      : "";
  if (needed.empty()) return word == "undefine" || !at(TokenKind::left_parenthesis, 1);
  for (std::size_t i = 1; i < kLongestLook; ++i) {
    if (at_word(needed, i)) return true;
    if (at(TokenKind::semicolon, i) || at(TokenKind::end, i)) return false;
  }
  return false;
}

SyntaxStmt Parser::parse_unknown_statement() {
  const std::string name(peek().text);
  if (is_reserved_word(name)) {
    fail_here("a statement");
  } else if (reads_as(meant_word(name, words_at_statement())) &&
             correct_word(words_at_statement(), "a statement")) {
    return {};
  } else if (at(TokenKind::left_parenthesis, 1)) {
    fail(peek().span, fmt::format("expected a statement, found the call of `{}`", name),
         fmt::format("to send a message, write `send {}(...) to ...`", name));
  } else {
    fail_here("a statement", "statements are `x := e`, `if`, `for`, `let`, `send`, `undefine` and `skip`");
  }
  return {};
}

SyntaxExpr Parser::parse_place() {
  if (at(TokenKind::outgoing)) {
    const Token token = advance();
    if (!at(TokenKind::left_bracket)) {
      fail_here("`[` and the receiver", fmt::format("write `2{}[k]`", token.text));
    }
    return parse_postfix_of(leaf(SyntaxExprKind::outgoing, token)).expr;
  }
  const Name name = parse_name("a variable");
  Tree base = missing();
  base.expr.kind = SyntaxExprKind::name;
  base.expr.name = name;
  base.expr.span = name.span;
  return parse_postfix_of(std::move(base)).expr;
}

SyntaxStmt Parser::parse_assignment() {
  SyntaxStmt statement;
  statement.kind = SyntaxStmtKind::assign;
  statement.target = parse_place();
  if (at(TokenKind::equal)) {
    complain(peek().span, "`=` compares, but a statement is expected here", "to assign, write `:=`");
    advance();
  } else if (at(TokenKind::colon) && at(TokenKind::equal, 1)) {
    complain(peek().span, "expected `:=`, found `: =`", "write `:=` without a blank");
    advance();
    advance();
  } else {
    const bool counts = at(TokenKind::plus) || at(TokenKind::minus);
    expect(TokenKind::assign, "`:=` after the variable",
           counts ? "to count, write `x := x + 1`" : "to assign, write `variable := value`");
  }
  statement.value = parse_expression();
  return statement;
}

SyntaxStmt Parser::parse_undefine() {
  advance();
  SyntaxStmt statement;
  statement.kind = SyntaxStmtKind::undefine;
  const Token opening = peek();
  const bool parenthesised = accept(TokenKind::left_parenthesis);
  statement.target = parse_place();
  if (parenthesised) expect_close(TokenKind::right_parenthesis, ")", opening);
  return statement;
}

SyntaxStmt Parser::parse_let() {
  advance();
  SyntaxStmt statement;
  statement.kind = SyntaxStmtKind::let;
  statement.bound = parse_name("a name after `let`", "write `let x := value`");
  if (!accept(TokenKind::equal)) {
    expect(TokenKind::assign, fmt::format("`:=` after `{}`", statement.bound.text), "write `let x := value`");
  }
  statement.value = parse_expression();
  return statement;
}

// 'send' KIND ['(' arguments ')'] 'to' ('all' NAME | expr)
SyntaxStmt Parser::parse_send() {
  advance();
  SyntaxStmt statement;
  statement.kind = SyntaxStmtKind::send;
  const Name kind = parse_name("the kind of the message", "write `send KIND(values) to receiver`");
  Tree target = missing();
  target.expr.kind = SyntaxExprKind::name;
  target.expr.name = kind;
  target.expr.span = kind.span;
  if (at(TokenKind::left_parenthesis)) {
    target.expr.kind = SyntaxExprKind::call;
    parse_arguments(target, true);
  }
  statement.target = std::move(target.expr);
  expect_word("to", "and the receiver", "write `send KIND(values) to p`, or `to all ROLE`");
  if (at_word("all") && at_operand_start(1) && !at(TokenKind::left_parenthesis, 1)) {
    advance();
    if (at(TokenKind::number)) fail_here("a role, a group or a set after `all`", "write `to all ROLE`");
    statement.recipients = SyntaxRecipients::all;
    statement.value = parse_constant();
  } else {
    statement.value = parse_expression();
  }
  return statement;
}

}  // namespace quorate
