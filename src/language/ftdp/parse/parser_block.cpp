// Statements that contain others, `if` and `for`, and the words that close them. The blocks that are open
// are on a stack, so that a closing word of an outer block ends the inner one with one error and is left
// for the outer.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

bool Parser::is_open(std::string_view word) const {
  return std::any_of(open_blocks_.begin(), open_blocks_.end(),
                     [&](const OpenBlock& block) { return block.word == word; });
}

// `then` after a condition or `do` after a loop's heading. What follows after an error is read as the
// statements, because their closing word is still to come.
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

// What follows the statements of `then`: other branches, and the word that closes them all.
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

// Does not consume the closing word of an outer block: then only this one's is missing.
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

}  // namespace quorate
