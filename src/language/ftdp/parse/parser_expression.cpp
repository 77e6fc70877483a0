// Expressions, by precedence climbing: one function for all infix operators, so that the call stack grows
// only with the nesting of the text. The levels are those of docs/language.md. The height of every tree is
// limited, because later stages recurse over it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

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

// Spellings of an infix operator; a missing sign is `nothing`.
struct InfixSpelling {
  TokenKind sign;
  std::string_view word;
  SyntaxOp op;
  Level level;
};

constexpr std::array kInfixes = {
    InfixSpelling{TokenKind::iff, "iff", SyntaxOp::iff, kIff},
    InfixSpelling{TokenKind::implies, "implies", SyntaxOp::implies, kImplies},
    InfixSpelling{TokenKind::or_, "or", SyntaxOp::or_, kOr},
    InfixSpelling{TokenKind::and_, "and", SyntaxOp::and_, kAnd},
    InfixSpelling{TokenKind::nothing, "U", SyntaxOp::until, kUntil},
    InfixSpelling{TokenKind::nothing, "R", SyntaxOp::release, kUntil},
    InfixSpelling{TokenKind::nothing, "W", SyntaxOp::weak_until, kUntil},
    InfixSpelling{TokenKind::equal, "", SyntaxOp::equal, kComparison},
    InfixSpelling{TokenKind::not_equal, "", SyntaxOp::not_equal, kComparison},
    InfixSpelling{TokenKind::less, "", SyntaxOp::less, kComparison},
    InfixSpelling{TokenKind::less_equal, "", SyntaxOp::less_equal, kComparison},
    InfixSpelling{TokenKind::greater, "", SyntaxOp::greater, kComparison},
    InfixSpelling{TokenKind::greater_equal, "", SyntaxOp::greater_equal, kComparison},
    InfixSpelling{TokenKind::in, "in", SyntaxOp::in, kComparison},
    InfixSpelling{TokenKind::not_in, "", SyntaxOp::not_in, kComparison},
    InfixSpelling{TokenKind::subset, "subset", SyntaxOp::subset, kComparison},
    InfixSpelling{TokenKind::plus, "", SyntaxOp::add, kAdditive},
    InfixSpelling{TokenKind::minus, "", SyntaxOp::subtract, kAdditive},
    InfixSpelling{TokenKind::set_union, "union", SyntaxOp::set_union, kAdditive},
    InfixSpelling{TokenKind::backslash, "", SyntaxOp::set_difference, kAdditive},
    InfixSpelling{TokenKind::star, "", SyntaxOp::multiply, kMultiplicative},
    InfixSpelling{TokenKind::slash, "", SyntaxOp::divide, kMultiplicative},
    InfixSpelling{TokenKind::percent, "mod", SyntaxOp::modulo, kMultiplicative},
    InfixSpelling{TokenKind::set_intersection, "intersect", SyntaxOp::set_intersection, kMultiplicative},
};

// Operators that TLA+ and LaTeX write as `\` and a word.
struct BackslashWord {
  std::string_view word;
  std::string_view spelling;
  SyntaxOp op;
  Level level;
};

constexpr std::array kBackslashWords = {
    BackslashWord{"in", "in", SyntaxOp::in, kComparison},
    BackslashWord{"notin", "not in", SyntaxOp::not_in, kComparison},
    BackslashWord{"subseteq", "subset", SyntaxOp::subset, kComparison},
    BackslashWord{"leq", "<=", SyntaxOp::less_equal, kComparison},
    BackslashWord{"geq", ">=", SyntaxOp::greater_equal, kComparison},
    BackslashWord{"neq", "!=", SyntaxOp::not_equal, kComparison},
    BackslashWord{"land", "and", SyntaxOp::and_, kAnd},
    BackslashWord{"lor", "or", SyntaxOp::or_, kOr},
    BackslashWord{"cup", "union", SyntaxOp::set_union, kAdditive},
    BackslashWord{"union", "union", SyntaxOp::set_union, kAdditive},
    BackslashWord{"cap", "intersect", SyntaxOp::set_intersection, kMultiplicative},
    BackslashWord{"intersect", "intersect", SyntaxOp::set_intersection, kMultiplicative},
};

constexpr int kLargestHeight = 400;

SyntaxOp temporal_operator(char letter) {
  switch (letter) {
    case 'G':
      return SyntaxOp::always;
    case 'F':
      return SyntaxOp::eventually;
    case 'X':
      return SyntaxOp::next;
    case 'A':
      return SyntaxOp::on_all_paths;
    default:
      return SyntaxOp::on_some_path;
  }
}

}  // namespace

SyntaxExpr Parser::parse_expression() {
  return parse_whole().expr;
}

// A constant: no operator looser than `+`, because words or signs follow it.
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

// Later stages and destructors recurse over trees: in a tree that is too high the child is replaced, with
// an error.
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
  const bool word = at(TokenKind::name);
  if ((at(TokenKind::not_) || at_word("not")) && (at_word("in", 1) || at(TokenKind::in, 1))) {
    return Infix{SyntaxOp::not_in, kComparison, 2};
  }
  if (in_ends_expression_ && (at(TokenKind::in) || at_word("in"))) return std::nullopt;
  for (const InfixSpelling& spelling : kInfixes) {
    const bool fits = word ? !spelling.word.empty() && peek().text == spelling.word
                           : spelling.sign != TokenKind::nothing && at(spelling.sign);
    if (!fits) continue;
    if (word && !is_reserved_word(spelling.word) && at(TokenKind::colon, 1)) return std::nullopt;
    if (spelling.level == kUntil && !is_until_here()) return std::nullopt;
    return Infix{spelling.op, spelling.level, 1};
  }
  return std::nullopt;
}

// Whether the letter here is one of the temporal operators U, R, W rather than a name.
bool Parser::is_until_here() const {
  return temporal_ != Temporal::unknown && !is_name_in_scope(peek().text) && at_operand_start(1);
}

// Signs that other languages use for comparisons: reported, and read as what was meant.
std::optional<Parser::Infix> Parser::mistaken_infix() {
  if (at(TokenKind::assign)) {
    complain(peek().span, "`:=` assigns, but a condition or value is expected here", "to compare, write `=`");
    return Infix{SyntaxOp::equal, kComparison, 1};
  }
  if (at(TokenKind::diamond) && source_.excerpt(peek().span) == "<>") {
    complain(peek().span, "`<>` means `eventually` and stands before a formula",
             "for `not equal` write `!=`");
    return Infix{SyntaxOp::not_equal, kComparison, 1};
  }
  return std::nullopt;
}

// Operators of two tokens that TLA+ writes: reported, and read as what was meant. `\cup` and the like are the
// difference from a set of that name unless an operand follows.
std::optional<Parser::Infix> Parser::foreign_infix() {
  if (peek().span.end != peek(1).span.begin) return std::nullopt;
  const Span both = join(peek().span, peek(1).span);
  if (at(TokenKind::not_) && source_.excerpt(both) == "~>") {
    complain(both, "`~>` is not part of the language", "`p` leads to `q` is written `G (p => F q)`");
    return Infix{SyntaxOp::implies, kImplies, 2};
  }
  if (!at(TokenKind::backslash) || !at(TokenKind::name, 1)) return std::nullopt;
  for (const BackslashWord& foreign : kBackslashWords) {
    if (peek(1).text != foreign.word) continue;
    const bool operand = at_operand_start(2) && !at(TokenKind::left_parenthesis, 2) &&
                         !at(TokenKind::box, 2) && !peek(2).starts_line;
    if (!operand && !is_reserved_word(foreign.word)) return std::nullopt;
    complain(both, fmt::format("`{}` is not part of the language", source_.excerpt(both)),
             fmt::format("write `{}`", foreign.spelling));
    return Infix{foreign.op, foreign.level, 2};
  }
  return std::nullopt;
}

Parser::Tree Parser::parse_binary(int min_level) {
  const Nesting nesting(*this);
  if (nesting.too_deep()) return missing();
  Tree left = parse_prefix(min_level);
  bool compared = false;
  while (true) {
    auto infix = foreign_infix();
    if (!infix) infix = infix_here();
    if (!infix && min_level <= kComparison) infix = mistaken_infix();
    if (!infix || infix->level < min_level) break;
    const bool comparison = infix->level == kComparison;
    if (comparison && compared) {
      complain(peek().span, "comparisons cannot be chained", "write `a < b and b < c` for `a < b < c`");
    }
    compared = comparison;
    if (infix->level == kUntil) complain_temporal();
    const bool to_the_right = infix->level == kImplies || infix->level == kUntil;
    for (std::size_t i = 0; i < infix->tokens; ++i) advance();
    Tree right = parse_binary(to_the_right ? infix->level : infix->level + 1);
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

// Whether a letter (or two, as in `AG` and `GF`) is an operator here: in a property, not declared as a
// name, and before an operand.
bool Parser::is_temporal_word(std::size_t ahead) const {
  if (temporal_ == Temporal::unknown || !at(TokenKind::name, ahead)) return false;
  const std::string_view word = peek(ahead).text;
  if (is_name_in_scope(word)) return false;
  const bool path = word[0] == 'A' || word[0] == 'E';
  const bool pair = word.size() == 2 && is_temporal_prefix_word(word.substr(0, 1)) &&
                    std::string_view("GFX").find(word[1]) != std::string_view::npos;
  if (!pair && !is_temporal_prefix_word(word)) return false;
  return at_operand_start(ahead + 1) || (word.size() == 1 && path && at(TokenKind::left_bracket, ahead + 1));
}

void Parser::complain_temporal() {
  if (temporal_ != Temporal::refused) return;
  complain(peek().span,
           fmt::format("{} is a temporal operator, but a condition on one state is expected here", found()),
           std::string(temporal_hint_));
}

// Corrects `always` and `eventually`, with an error.
void Parser::correct_temporal_name() {
  if (temporal_ == Temporal::unknown || !at_operand_start(1)) return;
  const bool always = at_word("always");
  if ((!always && !at_word("eventually")) || is_name_in_scope(peek().text)) return;
  complain(peek().span, fmt::format("expected a formula, found {}", found()),
           fmt::format("`{}` is written `{}`", peek().text, always ? "G` or `[]" : "F` or `<>"));
  tokens_[position_].text = always ? "G" : "F";
}

Parser::Tree Parser::parse_temporal(int min_level) {
  correct_temporal_name();
  const TokenKind kind = peek().kind;
  const bool sign = kind == TokenKind::always || kind == TokenKind::diamond ||
                    (kind == TokenKind::box && temporal_ != Temporal::unknown);
  if (!sign && !is_temporal_word(0)) return parse_postfix();
  if (temporal_ == Temporal::unknown) {
    fail(peek().span, fmt::format("{} is a temporal operator; only a property may use it", found()),
         "write the formula as `property NAME: ...`");
    return missing();
  }
  complain_temporal();
  const Token token = advance();
  Tree node;
  node.expr.kind = SyntaxExprKind::prefix;
  node.expr.span = token.span;
  const char letter = kind == TokenKind::diamond ? 'F' : sign ? 'G' : token.text.front();
  node.expr.op = temporal_operator(letter);
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

}  // namespace quorate
