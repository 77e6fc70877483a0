// Expressions, by precedence climbing: one function for all infix operators, so that the machine's stack
// grows with the nesting of the text only. The levels are those of docs/grammar.md.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/ftdp/parser_impl.hpp"
#include "language/ftdp/words.hpp"

namespace quorate {

namespace {

enum Level {
  kIff = 1,
  kImplies,
  kOr,
  kAnd,
  kUntil,
  kPrefix,
  kComparison,
  kAdditive,
  kMultiplicative,
  kUnary,
};

constexpr int kLargestHeight = 400;

}  // namespace

SyntaxExpr Parser::parse_expression() {
  return parse_whole().expr;
}

// A number that the parameters fix: no operator looser than `+`, because words or signs follow it.
SyntaxExpr Parser::parse_constant() {
  return parse_range_bound().expr;
}

Parser::Tree Parser::parse_range_bound() {
  return parse_binary(kAdditive);
}

Parser::Tree Parser::parse_whole() {
  return parse_binary(kIff);
}

// Inside brackets, where `in` is membership again.
Parser::Tree Parser::parse_nested() {
  const bool outside = std::exchange(in_ends_expression_, false);
  Tree tree = parse_whole();
  in_ends_expression_ = outside;
  return tree;
}

Parser::Tree Parser::missing() const {
  Tree tree;
  tree.expr.span = tokens_[position_].span;
  return tree;
}

Parser::Tree Parser::leaf(SyntaxExprKind kind, const Token& token) const {
  Tree tree;
  tree.expr.kind = kind;
  tree.expr.span = token.span;
  tree.expr.number = token.number;
  if (kind == SyntaxExprKind::name || kind == SyntaxExprKind::outgoing) {
    tree.expr.name = {std::string(token.text), token.span};
  }
  return tree;
}

// Later stages (and the destructor) recurse over trees: a tree that is too high is an error, and what
// makes it too high is replaced.
void Parser::adopt(Tree& parent, Tree child) {
  parent.expr.span = join(parent.expr.span, child.expr.span);
  if (child.height >= kLargestHeight) {
    fail(child.expr.span,
         fmt::format("this expression is too long: more than {} operators in a row", kLargestHeight),
         "put parentheses around parts of it, or give them names with `function`");
    const Span span = child.expr.span;
    child = missing();
    child.expr.span = span;
  }
  parent.height = std::max(parent.height, child.height + 1);
  parent.expr.children.push_back(std::move(child.expr));
}

bool Parser::is_name_in_scope(std::string_view name) const {
  return declared_.contains(name) || std::find(bound_.begin(), bound_.end(), name) != bound_.end();
}

std::optional<Parser::Infix> Parser::infix_here() const {
  switch (peek().kind) {
    case TokenKind::iff:
      return Infix{SyntaxOp::iff, kIff, false, 1};
    case TokenKind::implies:
      return Infix{SyntaxOp::implies, kImplies, true, 1};
    case TokenKind::or_:
      return Infix{SyntaxOp::or_, kOr, false, 1};
    case TokenKind::and_:
      return Infix{SyntaxOp::and_, kAnd, false, 1};
    case TokenKind::equal:
      return Infix{SyntaxOp::equal, kComparison, false, 1};
    case TokenKind::not_equal:
      return Infix{SyntaxOp::not_equal, kComparison, false, 1};
    case TokenKind::less:
      return Infix{SyntaxOp::less, kComparison, false, 1};
    case TokenKind::less_equal:
      return Infix{SyntaxOp::less_equal, kComparison, false, 1};
    case TokenKind::greater:
      return Infix{SyntaxOp::greater, kComparison, false, 1};
    case TokenKind::greater_equal:
      return Infix{SyntaxOp::greater_equal, kComparison, false, 1};
    case TokenKind::in:
      if (in_ends_expression_) return std::nullopt;
      return Infix{SyntaxOp::in, kComparison, false, 1};
    case TokenKind::not_in:
      return Infix{SyntaxOp::not_in, kComparison, false, 1};
    case TokenKind::subset:
      return Infix{SyntaxOp::subset, kComparison, false, 1};
    case TokenKind::plus:
      return Infix{SyntaxOp::add, kAdditive, false, 1};
    case TokenKind::minus:
      return Infix{SyntaxOp::subtract, kAdditive, false, 1};
    case TokenKind::set_union:
      return Infix{SyntaxOp::set_union, kAdditive, false, 1};
    case TokenKind::backslash:
      return Infix{SyntaxOp::set_difference, kAdditive, false, 1};
    case TokenKind::star:
      return Infix{SyntaxOp::multiply, kMultiplicative, false, 1};
    case TokenKind::slash:
      return Infix{SyntaxOp::divide, kMultiplicative, false, 1};
    case TokenKind::percent:
      return Infix{SyntaxOp::modulo, kMultiplicative, false, 1};
    case TokenKind::set_intersection:
      return Infix{SyntaxOp::set_intersection, kMultiplicative, false, 1};
    case TokenKind::not_:
      if (!at_word("in", 1) && !at(TokenKind::in, 1)) return std::nullopt;
      return Infix{SyntaxOp::not_in, kComparison, false, 2};
    case TokenKind::name:
      return word_infix_here();
    default:
      return std::nullopt;
  }
}

std::optional<Parser::Infix> Parser::word_infix_here() const {
  const std::string_view word = peek().text;
  if (word == "and") return Infix{SyntaxOp::and_, kAnd, false, 1};
  if (word == "or") return Infix{SyntaxOp::or_, kOr, false, 1};
  if (word == "mod") return Infix{SyntaxOp::modulo, kMultiplicative, false, 1};
  if (word == "in" && !in_ends_expression_) return Infix{SyntaxOp::in, kComparison, false, 1};
  if (word == "not" && (at_word("in", 1) || at(TokenKind::in, 1))) {
    return Infix{SyntaxOp::not_in, kComparison, false, 2};
  }
  if (at(TokenKind::colon, 1)) return std::nullopt;  // the name of what follows
  if (word == "implies") return Infix{SyntaxOp::implies, kImplies, true, 1};
  if (word == "iff") return Infix{SyntaxOp::iff, kIff, false, 1};
  if (word == "union") return Infix{SyntaxOp::set_union, kAdditive, false, 1};
  if (word == "intersect") return Infix{SyntaxOp::set_intersection, kMultiplicative, false, 1};
  if (word == "subset") return Infix{SyntaxOp::subset, kComparison, false, 1};
  if (temporal_ == Temporal::unknown || is_name_in_scope(word) || !at_operand_start(1)) return std::nullopt;
  if (word == "U") return Infix{SyntaxOp::until, kUntil, true, 1};
  if (word == "R") return Infix{SyntaxOp::release, kUntil, true, 1};
  if (word == "W") return Infix{SyntaxOp::weak_until, kUntil, true, 1};
  return std::nullopt;
}

// Signs that other languages use for comparisons.
std::optional<Parser::Infix> Parser::mistaken_infix() {
  if (at(TokenKind::assign)) {
    complain(peek().span, "`:=` assigns, but a condition or value is expected here", "to compare, write `=`");
    return Infix{SyntaxOp::equal, kComparison, false, 1};
  }
  if (at(TokenKind::diamond) && source_.excerpt(peek().span) == "<>") {
    complain(peek().span, "`<>` means `eventually` and stands before a formula",
             "for `not equal` write `!=`");
    return Infix{SyntaxOp::not_equal, kComparison, false, 1};
  }
  return std::nullopt;
}

Parser::Tree Parser::parse_binary(int min_level) {
  const Nesting nesting(*this);
  if (nesting.too_deep()) return missing();
  Tree left = parse_prefix(min_level);
  bool compared = false;
  while (true) {
    auto infix = infix_here();
    if (!infix && min_level <= kComparison) infix = mistaken_infix();
    if (!infix || infix->level < min_level) break;
    const bool comparison = infix->level == kComparison;
    if (comparison && compared) {
      complain(peek().span, "comparisons cannot be chained", "write `a < b and b < c` for `a < b < c`");
    }
    compared = comparison;
    for (std::size_t i = 0; i < infix->tokens; ++i) advance();
    Tree right = parse_binary(infix->to_the_right ? infix->level : infix->level + 1);
    parse_mistaken_range(*infix);
    Tree node;
    node.expr.kind = SyntaxExprKind::infix;
    node.expr.op = infix->op;
    node.expr.span = left.expr.span;
    adopt(node, std::move(left));
    adopt(node, std::move(right));
    left = std::move(node);
  }
  return left;
}

void Parser::parse_mistaken_range(const Infix& infix) {
  if ((infix.op != SyntaxOp::in && infix.op != SyntaxOp::not_in) || !at(TokenKind::dot_dot)) return;
  complain(peek().span, "a range is a type, not a set", "write `1 <= x and x <= m` for `x in 1..m`");
  advance();
  parse_binary(kAdditive);
}

Parser::Tree Parser::parse_prefix(int min_level) {
  const bool negation = at(TokenKind::not_) || at_word("not");
  if (negation || at(TokenKind::minus)) {
    const Token sign = advance();
    Tree node;
    node.expr.kind = SyntaxExprKind::prefix;
    node.expr.op = negation ? SyntaxOp::not_ : SyntaxOp::minus;
    node.expr.span = sign.span;
    adopt(node, parse_binary(negation && min_level <= kPrefix ? kPrefix : kUnary));
    return node;
  }
  return parse_temporal(min_level);
}

// A letter (or two, as in `AG`) that is an operator here: in a property, not declared, before an operand.
bool Parser::is_temporal_word(std::size_t ahead) const {
  if (temporal_ == Temporal::unknown || !at(TokenKind::name, ahead)) return false;
  const std::string_view word = peek(ahead).text;
  if (is_name_in_scope(word)) return false;
  const bool path = word[0] == 'A' || word[0] == 'E';
  const bool pair =
      word.size() == 2 && path && std::string_view("GFX").find(word[1]) != std::string_view::npos;
  if (!pair && !is_temporal_prefix_word(word)) return false;
  return at_operand_start(ahead + 1) || (word.size() == 1 && path && at(TokenKind::left_bracket, ahead + 1));
}

Parser::Tree Parser::parse_temporal(int min_level) {
  const TokenKind kind = peek().kind;
  const bool sign = kind == TokenKind::always || kind == TokenKind::diamond ||
                    (kind == TokenKind::box && temporal_ != Temporal::unknown);
  if (!sign && !is_temporal_word(0)) return parse_postfix();
  if (temporal_ == Temporal::unknown) {
    fail(peek().span, fmt::format("{} is a temporal operator; only a property may use it", found()),
         "write the formula as `property NAME: ...`");
    return missing();
  }
  if (temporal_ == Temporal::refused) {
    complain(
        peek().span,
        fmt::format("{} is a temporal operator, but a condition on one state is expected here", found()),
        "an invariant is checked in every state anyway; other formulas are written `property NAME: ...`");
  }
  const Token token = advance();
  Tree node;
  node.expr.kind = SyntaxExprKind::prefix;
  node.expr.span = token.span;
  const char letter = kind == TokenKind::diamond ? 'F' : sign ? 'G' : token.text.front();
  node.expr.op = letter == 'G'   ? SyntaxOp::always
                 : letter == 'F' ? SyntaxOp::eventually
                 : letter == 'X' ? SyntaxOp::next
                 : letter == 'A' ? SyntaxOp::on_all_paths
                                 : SyntaxOp::on_some_path;
  if (!sign && token.text.size() == 2) {
    complain(token.span, fmt::format("`{}` is written as two operators", token.text),
             fmt::format("write `{} {}`", token.text[0], token.text[1]));
  }
  if (at(TokenKind::left_bracket)) {
    complain(peek().span, "a formula is put in parentheses, not in brackets",
             fmt::format("write `{} (...)`", letter));
    const Token opening = advance();
    adopt(node, parse_nested());
    expect_close(TokenKind::right_bracket, "]", opening);
    return node;
  }
  adopt(node, parse_binary(min_level <= kPrefix ? kPrefix : kUnary));
  return node;
}

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
    default:
      fail_here("an expression");
      return missing();
  }
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
                       next.kind != TokenKind::end && next.kind != TokenKind::number;
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
