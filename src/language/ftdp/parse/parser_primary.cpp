// Operands: names, numbers, places, calls, sets, conditionals, `let`. A word before `(` is a call and
// `msg`, `undefined` and other words with a meaning are names here; the checker tells them apart.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

Parser::Tree Parser::parse_postfix() {
  return parse_postfix_of(parse_primary());
}

Parser::Tree Parser::parse_postfix_of(Tree base) {
  while (true) {
    Tree node;
    node.expr.span = base.expr.span;
    if (accept(TokenKind::dot)) {
      node.expr.kind = SyntaxExprKind::member_of;
      adopt(node, std::move(base));
      node.expr.name = parse_field_name("the name of a field or variable after `.`");
    } else if (at(TokenKind::left_bracket) && !(at(TokenKind::left_parenthesis, 1) && at_name_colon(2))) {
      const Token opening = advance();
      node.expr.kind = SyntaxExprKind::index;
      adopt(node, std::move(base));
      adopt(node, parse_nested());
      if (at(TokenKind::comma)) {
        fail(peek().span, "an array has one index", "write `a[i][j]` for an array of arrays");
      }
      expect_close(TokenKind::right_bracket, "]", opening);
    } else {
      return base;
    }
    node.expr.span = join(node.expr.span, previous_span());
    base = std::move(node);
  }
}

Parser::Tree Parser::parse_primary() {
  if (at_quantifier()) return parse_quantifier();
  switch (peek().kind) {
    case TokenKind::number:
      return leaf(SyntaxExprKind::number, advance());
    case TokenKind::outgoing:
      return leaf(SyntaxExprKind::outgoing, advance());
    case TokenKind::left_parenthesis:
      return parse_parenthesised();
    case TokenKind::left_ceiling:
      return parse_rounding(TokenKind::right_ceiling, "⌉", "ceil");
    case TokenKind::left_floor:
      return parse_rounding(TokenKind::right_floor, "⌋", "floor");
    case TokenKind::left_brace:
      return parse_set();
    case TokenKind::empty_set:
      return leaf(SyntaxExprKind::set_literal, advance());
    case TokenKind::name:
      return parse_word();
    case TokenKind::bar:
      return parse_size();
    case TokenKind::backslash:
      return parse_foreign_quantifier();
    default:
      fail_here("an expression");
      return missing();
  }
}

// `|s|`, with an error.
Parser::Tree Parser::parse_size() {
  std::size_t closing = 1;
  while (closing < kLongestLook && !at(TokenKind::bar, closing) && !at(TokenKind::semicolon, closing) &&
         !at(TokenKind::end, closing) && !peek(closing).starts_line) {
    ++closing;
  }
  if (closing == 1 || !at(TokenKind::bar, closing) || peek(closing).starts_line) {
    fail_here("an expression");
    return missing();
  }
  const std::string_view set = source_.excerpt(join(peek(1).span, peek(closing - 1).span));
  complain(peek().span, "expected an expression, found `|`",
           fmt::format("the size of a set is written `size({})`", set));
  return parse_rounding(TokenKind::bar, "|", "size");
}

// The quantifiers of TLA+, `\A x \in S: e` and `\E x \in S: e`: always an error.
Parser::Tree Parser::parse_foreign_quantifier() {
  const bool all = at_word("A", 1);
  if ((all || at_word("E", 1)) && peek().span.end == peek(1).span.begin) {
    const std::string_view sign = all ? "\\A" : "\\E";
    fail(join(peek().span, peek(1).span), fmt::format("`{}` is not part of the language", sign),
         fmt::format("`{} x \\in S: e` is written `{}(x: S | e)`", sign, all ? "all" : "some"));
  } else {
    fail_here("an expression");
  }
  return missing();
}

Parser::Tree Parser::parse_word() {
  const std::string_view word = peek().text;
  if (word == "true" || word == "TRUE" || word == "false" || word == "FALSE") {
    Tree tree = leaf(SyntaxExprKind::name, advance());
    tree.expr.name.text = word == "true" || word == "TRUE" ? "true" : "false";
    return tree;
  }
  if (word == "if") return parse_conditional();
  if (word == "let") return parse_let_expression();
  if (is_reserved_word(word)) return parse_reserved();
  if (word == "any" && at_operand_start(1)) return parse_any();
  if (at(TokenKind::left_parenthesis, 1)) return parse_call();
  return leaf(SyntaxExprKind::name, advance());
}

// A reserved word where an operand belongs: either it was meant as a name, or the operand is missing.
Parser::Tree Parser::parse_reserved() {
  const Token& next = peek(1);
  const bool goes_on = next.kind != TokenKind::name && next.kind != TokenKind::box &&
                       next.kind != TokenKind::end && next.kind != TokenKind::number &&
                       (next.kind != TokenKind::semicolon || peek().text != "end");
  const bool name_like = is_section_word(peek().text) || peek().text == "end";
  if (!name_like || peek().starts_line || !(goes_on || is_reserved_word(next.text))) {
    fail_here("an expression");
    return missing();
  }
  const Token token = advance();
  complain_reserved(token);
  return leaf(SyntaxExprKind::name, token);
}

Parser::Tree Parser::parse_call() {
  const Token function = advance();
  Tree node = leaf(SyntaxExprKind::call, function);
  node.expr.name = {std::string(function.text), function.span};
  parse_arguments(node, false);
  return node;
}

void Parser::parse_arguments(Tree& call, bool named) {
  const Token opening = advance();
  while (!at(TokenKind::right_parenthesis)) {
    Name name;
    if (named && at_name_colon()) {
      name = parse_field_name("the name of a field");
      advance();
    }
    call.expr.argument_names.push_back(name);
    adopt(call, parse_nested());
    if (!accept(TokenKind::comma)) break;
    if (at(TokenKind::right_parenthesis)) fail_here("an expression after `,`");
  }
  expect_close(TokenKind::right_parenthesis, ")", opening);
  const bool any_named = std::any_of(call.expr.argument_names.begin(), call.expr.argument_names.end(),
                                     [](const Name& name) { return !name.text.empty(); });
  if (!any_named) call.expr.argument_names.clear();
  call.expr.span = join(call.expr.span, previous_span());
}

Parser::Tree Parser::parse_parenthesised() {
  const Token opening = advance();
  Tree inner = parse_nested();
  expect_close(TokenKind::right_parenthesis, ")", opening);
  inner.expr.span = span_from(opening);
  return inner;
}

Parser::Tree Parser::parse_rounding(TokenKind closing, std::string_view sign, std::string_view function) {
  const Token opening = advance();
  Tree node;
  node.expr.kind = SyntaxExprKind::call;
  node.expr.name = {std::string(function), opening.span};
  node.expr.span = opening.span;
  adopt(node, parse_nested());
  expect_close(closing, sign, opening);
  node.expr.span = span_from(opening);
  return node;
}

Parser::Tree Parser::parse_conditional() {
  const Token word = advance();
  Tree node;
  node.expr.kind = SyntaxExprKind::conditional;
  node.expr.span = word.span;
  adopt(node, parse_nested());
  expect_word("then", "after the condition of `if`");
  adopt(node, parse_nested());
  expect_word("else", "", "an `if` that is a value needs both: `if c then a else b`");
  adopt(node, parse_whole());
  return node;
}

Parser::Tree Parser::parse_let_expression() {
  const Token word = advance();
  Tree node;
  node.expr.kind = SyntaxExprKind::let;
  node.expr.span = word.span;
  node.expr.name = parse_name("a name after `let`");
  if (!accept(TokenKind::equal)) expect(TokenKind::assign, "`=` after the name");
  const bool outside = std::exchange(in_ends_expression_, true);
  adopt(node, parse_whole());
  in_ends_expression_ = outside;
  if (!accept(TokenKind::in)) {
    expect_word("in", "after the value of `let`",
                "a `let` that is part of a value is written `let x = e in ...`");
  }
  bound_.push_back(node.expr.name.text);
  adopt(node, parse_whole());
  bound_.pop_back();
  return node;
}

Parser::Tree Parser::parse_set() {
  const Token opening = advance();
  Tree node;
  node.expr.span = opening.span;
  if (at_name_colon()) {
    parse_comprehension(node, opening);
    return node;
  }
  node.expr.kind = SyntaxExprKind::set_literal;
  while (!at(TokenKind::right_brace)) {
    adopt(node, parse_nested());
    if (at(TokenKind::dot_dot) || at(TokenKind::bar)) {
      fail(peek().span, fmt::format("expected `,` or `}}`, found {}", found()),
           "a set is written `{a, b}` or `{i: 1..m | condition}`");
    }
    if (!accept(TokenKind::comma)) break;
    if (at(TokenKind::right_brace)) fail_here("an expression after `,`");
  }
  expect_close(TokenKind::right_brace, "}", opening);
  node.expr.span = span_from(opening);
  return node;
}

}  // namespace quorate
