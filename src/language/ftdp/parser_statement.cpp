// Statements, and going on after an error in one of them.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/ftdp/parser_impl.hpp"
#include "language/ftdp/words.hpp"

namespace quorate {

namespace {

constexpr std::size_t kLongestLook = 100;  // tokens

std::vector<std::string> joined(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> result = a;
  result.insert(result.end(), b.begin(), b.end());
  return result;
}

// What a misspelt word at the start of a statement may have been meant as.
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
      return is_closing_word(word) || is_section_word(word) || word == "ELSE" || at(TokenKind::colon, 1);
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

// Between two statements. False after an error from which to recover.
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
  } else if (at(TokenKind::outgoing) || at(TokenKind::name)) {
    const TokenKind next = peek(1).kind;
    const bool place = next == TokenKind::assign || next == TokenKind::equal || next == TokenKind::dot ||
                       next == TokenKind::left_bracket || at(TokenKind::outgoing);
    statement = place ? parse_assignment() : parse_unknown_statement();
  } else {
    fail_here("a statement", "statements are `x := e`, `if`, `for`, `let`, `send`, `undefine` and `skip`");
  }
  statement.span = span_from(first);
  return statement;
}

// Whether what follows fits the word that a misspelt one may stand for.
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
    const Span next = peek(1).span;
    fail(peek().span,
         fmt::format("expected a statement, found `{}{}{}`", name, next.end > next.begin ? " " : "",
                     source_.excerpt(next)),
         "statements are `x := e`, `if`, `for`, `let`, `send`, `undefine` and `skip`");
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
    expect(TokenKind::assign, "`:=` after the variable", "to assign, write `variable := value`");
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

bool Parser::is_open(std::string_view word) const {
  return std::any_of(open_blocks_.begin(), open_blocks_.end(),
                     [&](const OpenBlock& block) { return block.word == word; });
}

// `then` behind a condition or `do` behind a loop's heading. What stands there after an error is read as
// the statements, because their closing word is still to come.
void Parser::expect_header_word(std::string_view word, std::string_view construct) {
  if (recovering_) {
    if (!resume_behind_word(word)) recovering_ = false;
    return;
  }
  if (accept_word(word)) return;
  if (at(TokenKind::name) && !at_assignment() && !is_reserved_word(peek().text) &&
      correct_word({std::string(word)}, fmt::format("`{}` after the {}", word, construct))) {
    advance();
    return;
  }
  const std::string_view other = word == "then" ? "do" : "then";
  complain(tokens_[position_].span,
           fmt::format("expected `{}` after the {}, found {}", word, construct, found()),
           fmt::format("write `{}` before the statements", word));
  if (accept_word(other)) return;
  if (!at_assignment() && !at_statements_end() && !is_statement_word(peek().text)) {
    recovering_ = true;
    if (!resume_behind_word(word)) recovering_ = false;
  }
}

SyntaxStmt Parser::parse_branch(bool after_else) {
  const Token opening = advance();
  SyntaxStmt statement;
  statement.kind = SyntaxStmtKind::branch;
  open_blocks_.push_back({"if", opening.span});
  statement.value = parse_expression();
  expect_header_word("then", "condition of `if`");
  parse_block(statement.body, "then");
  parse_branch_rest(statement, opening, after_else);
  return statement;
}

// From behind the statements of `then`: other branches, and the word that closes them all.
void Parser::parse_branch_rest(SyntaxStmt& branch, const Token& opening, bool after_else) {
  if (at_word("elsif") || at_word("elseif")) {
    const Nesting nesting(*this);
    const Token word = advance();
    SyntaxStmt other;
    other.kind = SyntaxStmtKind::branch;
    if (!nesting.too_deep()) {
      other.value = parse_expression();
      expect_header_word("then", "condition of `elsif`");
      parse_block(other.body, "then");
      parse_branch_rest(other, opening, after_else);
    }
    other.span = span_from(word);
    branch.else_body.push_back(std::move(other));
    return;
  }
  bool else_if = after_else;
  if (accept_word("else")) {
    if (at_word("if")) {
      else_if = true;
      const Nesting nesting(*this);
      const Token word = peek();
      if (nesting.too_deep()) return;
      SyntaxStmt nested = parse_branch(true);
      nested.span = span_from(word);
      branch.else_body.push_back(std::move(nested));
      if (!at(TokenKind::semicolon) && !at_statements_end()) parse_separator();
      if (recovering_) resume_in_statements();
      parse_statements(branch.else_body);
    } else {
      parse_block(branch.else_body, "else");
    }
  }
  close_block("endif", "if", opening,
              else_if ? "; an `if` behind `else` needs an `endif` of its own: write `elsif` instead" : "");
}

// Leaves the closing word of a block around this one alone: then only this one's is missing.
void Parser::close_block(std::string_view closing, std::string_view opening_word, const Token& opening,
                         const std::string& extra_hint) {
  open_blocks_.pop_back();
  if (accept_word(closing) || accept_word("end")) return;
  const std::string hint = fmt::format("the `{}` of {} is not closed; close it with `{}`{}", opening_word,
                                       line_of(opening.span), closing, extra_hint);
  complain(tokens_[position_].span, fmt::format("expected `{}`, found {}", closing, found()), hint);
  const std::string_view other = closing == "endif" ? "endfor" : "endif";
  if (at_word(other) && !is_open(other == "endif" ? "if" : "for")) advance();
}

SyntaxStmt Parser::parse_loop() {
  const Token opening = advance();
  SyntaxStmt statement;
  statement.kind = SyntaxStmtKind::loop;
  open_blocks_.push_back({"for", opening.span});
  const Token parenthesis = peek();
  const bool parenthesised = at(TokenKind::left_parenthesis);
  if (parenthesised) {
    complain(peek().span, "expected the name of the loop's variable, found `(`",
             "write `for k: T do ... endfor`");
    advance();
  }
  statement.bound = parse_name("the name of the loop's variable", "write `for k: T do ... endfor`");
  if (at(TokenKind::in) || at_word("in")) {
    complain(peek().span, fmt::format("expected `:` after `{}`, found {}", statement.bound.text, found()),
             fmt::format("write `for {}: ... do`, also for a set", statement.bound.text));
    advance();
  } else {
    expect(TokenKind::colon, fmt::format("`:` after `{}`", statement.bound.text),
           "write `for k: T do ... endfor`");
  }
  statement.domain.push_back(parse_type_tree(true).type);
  if (parenthesised) expect_close(TokenKind::right_parenthesis, ")", parenthesis);
  expect_header_word("do", "heading of `for`");
  parse_block(statement.body, "do");
  close_block("endfor", "for", opening, "");
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
  if (at_word("all") && at(TokenKind::name, 1) && at_operand_start(1)) {
    advance();
    statement.recipients = SyntaxRecipients::all;
    statement.value = parse_constant();
  } else {
    statement.value = parse_expression();
  }
  return statement;
}

}  // namespace quorate
