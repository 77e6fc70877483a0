// Quantifiers in both notations, `Q(i: T | body)` and the printed `Q (i: T) body`; set comprehensions and
// `any`. No quantifier word is reserved: it is one only before a binder.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

namespace {

Quantifier quantifier_of(const Token& token) {
  if (token.kind == TokenKind::for_all || token.text == "all" || token.text == "forall")
    return Quantifier::all;
  if (token.kind == TokenKind::exists || token.text == "some" || token.text == "exists") {
    return Quantifier::exists;
  }
  if (token.text == "count") return Quantifier::count;
  if (token.text == "sum") return Quantifier::sum;
  if (token.text == "max") return Quantifier::maximum;
  if (token.text == "min") return Quantifier::minimum;
  if (token.text == "argmax") return Quantifier::argmax;
  if (token.text == "argmin") return Quantifier::argmin;
  return Quantifier::any;
}

bool is_sign(const Token& token) {
  return token.kind == TokenKind::for_all || token.kind == TokenKind::exists;
}

// Quantifiers that are never the name of a function or variable before `(`.
bool is_logical(const Token& token) {
  return is_sign(token) || token.text == "forall" || token.text == "exists" || token.text == "all" ||
         token.text == "some";
}

}  // namespace

// A quantifier word is one only before a binder; `max(a, b)` and a variable `count` are none. An unknown
// word before a binder is a misspelt quantifier.
bool Parser::at_quantifier() const {
  const Token& token = peek();
  if (is_sign(token)) return true;
  if (token.kind != TokenKind::name || is_reserved_word(token.text)) return false;
  if (at(TokenKind::left_parenthesis, 1)) {
    if (at_name_colon(2)) return true;
    const bool two_names = at(TokenKind::name, 2) && at(TokenKind::comma, 3) && at_name_colon(4);
    const bool membership =
        at(TokenKind::name, 2) && (at(TokenKind::in, 3) || at_word("in", 3)) && token.text != "any";
    const auto& words = quantifier_words();
    return (two_names && is_logical(token)) ||
           (membership && std::find(words.begin(), words.end(), token.text) != words.end());
  }
  return is_logical(token) && at_name_colon(1) && !peek(1).starts_line;
}

Parser::Tree Parser::parse_quantifier() {
  const auto& words = quantifier_words();
  if (!is_sign(peek()) && std::find(words.begin(), words.end(), peek().text) == words.end() &&
      !correct_word(words, "a quantifier")) {
    complain(peek().span, fmt::format("`{}` is not a quantifier", peek().text),
             "the quantifiers are all, some, count, sum, max, min, argmax, argmin and any");
  }
  const Token word = advance();
  Tree node;
  node.expr.kind = SyntaxExprKind::quantifier;
  node.expr.span = word.span;
  node.expr.quantifier = quantifier_of(word);
  const Token opening = peek();
  const bool parenthesised = accept(TokenKind::left_parenthesis);
  if (!parenthesised) {
    const std::string name(word.text);
    complain(peek().span, fmt::format("expected `(` after `{}`, found {}", name, found()),
             fmt::format("write `{} (i: T) condition`", name));
  }
  parse_binder(node, word);
  parse_quantified(node, word, parenthesised, opening);
  node.expr.span = span_from(word);
  return node;
}

// NAME ':' domain
void Parser::parse_binder(Tree& node, const Token& word) {
  const bool outside = std::exchange(in_ends_expression_, false);
  node.expr.bound = parse_name("the name of the quantified variable");
  if (at(TokenKind::comma)) {
    complain(peek().span, "a quantifier binds one variable",
             fmt::format("write one for each: `{0} (i: T) {0} (j: T) ...`", word.text));
    while (accept(TokenKind::comma)) parse_name("the name of the quantified variable");
  }
  if (at(TokenKind::in) || at_word("in")) {
    complain(peek().span, fmt::format("expected `:` after `{}`, found {}", node.expr.bound.text, found()),
             fmt::format("write `{}: ...`, also for a set", node.expr.bound.text));
    advance();
  } else {
    expect(TokenKind::colon, fmt::format("`:` after `{}`", node.expr.bound.text));
  }
  TypeTree domain = parse_type_tree(true);
  node.height = std::max(node.height, domain.height + 1);
  node.expr.domain.push_back(std::move(domain.type));
  in_ends_expression_ = outside;
}

// What follows the binder: `where`, then `| body ... )` or, printed, `) body`.
void Parser::parse_quantified(Tree& node, const Token& word, bool parenthesised, const Token& opening) {
  bound_.push_back(node.expr.bound.text);
  Tree filter;
  if (accept_word("where")) {
    node.expr.has_filter = true;
    filter = parse_nested();
  }
  Tree body;
  Tree otherwise;
  if (accept(TokenKind::bar)) {
    body = parse_nested();
    if (accept_word("else")) {
      node.expr.has_default = true;
      otherwise = parse_nested();
    }
    if (parenthesised) expect_close(TokenKind::right_parenthesis, ")", opening);
  } else if (node.expr.quantifier == Quantifier::any) {
    body.expr.kind = SyntaxExprKind::name;
    body.expr.name = {"true", word.span};
    body.expr.span = word.span;
    if (accept_word("else")) {
      node.expr.has_default = true;
      otherwise = parse_nested();
    }
    expect_close(TokenKind::right_parenthesis, ")", opening);
  } else if (!is_logical(word) || (parenthesised && !at(TokenKind::right_parenthesis))) {
    fail_here("`|` and what is quantified", fmt::format("write `{}(i: T | ...)`", word.text));
    body = missing();
  } else {
    if (parenthesised && (word.text == "all" || word.text == "some")) {
      complain(peek().span, fmt::format("expected `|` and a condition before `)` of `{}`", word.text),
               fmt::format("write `{}(i: T | condition)`", word.text));
    }
    if (parenthesised) accept(TokenKind::right_parenthesis);
    body = parse_whole();
  }
  adopt(node, std::move(body));
  if (node.expr.has_filter) adopt(node, std::move(filter));
  if (node.expr.has_default) adopt(node, std::move(otherwise));
  bound_.pop_back();
}

// {i: T | e}
void Parser::parse_comprehension(Tree& node, const Token& opening) {
  node.expr.kind = SyntaxExprKind::quantifier;
  node.expr.quantifier = Quantifier::comprehension;
  parse_binder(node, opening);
  bound_.push_back(node.expr.bound.text);
  if (expect(TokenKind::bar, "`|` and a condition", "write `{i: T | condition}`")) {
    adopt(node, parse_nested());
  } else {
    adopt(node, missing());
  }
  bound_.pop_back();
  expect_close(TokenKind::right_brace, "}", opening);
  node.expr.span = span_from(opening);
}

// `any S` chooses from the whole place that follows, as in `any p.peers`.
Parser::Tree Parser::parse_any() {
  const Token word = advance();
  Tree node;
  node.expr.kind = SyntaxExprKind::any_of;
  node.expr.span = word.span;
  adopt(node, parse_postfix());
  if (at(TokenKind::dot_dot)) {
    complain(peek().span, "a range is a type, not a set", "write `any(v: 1..3)` for any value of a type");
    advance();
    parse_range_bound();
  }
  return node;
}

}  // namespace quorate
