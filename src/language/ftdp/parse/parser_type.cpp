// Types, and the domains of binders, which are types or sets. A name or number alone may be either; the
// checker decides. The height of a type is limited like that of an expression.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

SyntaxType Parser::parse_type() {
  return parse_type_tree(false).type;
}

Parser::TypeTree Parser::parse_type_tree(bool domain) {
  const Nesting nesting(*this);
  TypeTree tree;
  SyntaxType& type = tree.type;
  const Token first = peek();
  type.span = tokens_[position_].span;
  if (nesting.too_deep()) {
    type.bounds.push_back(missing().expr);
    return tree;
  }
  const auto part = [&] {
    TypeTree inner = parse_type_tree(false);
    tree.height = std::max(tree.height, inner.height + 1);
    type.parts.push_back(std::move(inner.type));
  };
  if (at_word("bool") || at_word("boolean") || at_word("Boolean")) {
    advance();
    type.kind = SyntaxTypeKind::boolean;
  } else if (at_word("enum")) {
    parse_enumeration(type);
  } else if (at_word("record")) {
    tree.height = parse_record(type);
  } else if (at_word("array") && at(TokenKind::left_bracket, 1)) {
    advance();
    const Token opening = advance();
    type.kind = SyntaxTypeKind::array;
    part();
    expect_close(TokenKind::right_bracket, "]", opening);
    expect_word("of", "and the type of the elements", "write `array[T] of U`");
    part();
  } else if (at_word("set") && at_word("of", 1)) {
    advance();
    advance();
    type.kind = SyntaxTypeKind::set;
    part();
  } else if ((at_word("role") || at_word("scalarset")) && at(TokenKind::left_bracket, 1)) {
    advance();
    const Token opening = advance();
    type.kind = SyntaxTypeKind::role;
    type.bounds.push_back(parse_expression());
    expect_close(TokenKind::right_bracket, "]", opening);
  } else if (at_signers()) {
    tree.height = parse_signers(type);
  } else {
    return parse_bounds(domain);
  }
  type.span = span_from(first);
  return tree;
}

// NAME, low..high or, in a binder, a set.
Parser::TypeTree Parser::parse_bounds(bool domain) {
  TypeTree tree;
  const Token first = peek();
  tree.type.span = tokens_[position_].span;
  const bool name = at(TokenKind::name) && !is_reserved_word(peek().text);
  if (!name && !at_operand_start() && !at(TokenKind::minus)) {
    fail_here(
        domain ? "a type or a set" : "a type",
        "types are a name, `0..n`, `bool`, `enum {a, b}`, `set of T`, `array[T] of U`, `record ... end`");
    tree.type.bounds.push_back(missing().expr);
    return tree;
  }
  const auto bound = [&] {
    Tree inner = parse_range_bound();
    tree.height = std::max(tree.height, inner.height + 1);
    tree.type.bounds.push_back(std::move(inner.expr));
  };
  bound();
  if (accept(TokenKind::dot_dot)) {
    tree.type.kind = SyntaxTypeKind::range;
    bound();
  }
  tree.type.span = span_from(first);
  return tree;
}

// `signers`, `signer` and `at` are names wherever they can be one.
bool Parser::at_signers() const {
  if (at_word("at") && at_word("least", 1)) return true;
  return (at_word("signers") || at_word("signer")) && at_word("of", 1);
}

// `[at least e] signers of KIND(argument, ...)`, `signer of KIND(argument, ...)`
int Parser::parse_signers(SyntaxType& type) {
  type.kind = SyntaxTypeKind::signers;
  std::optional<SyntaxExpr> count;
  if (accept_word("at")) {
    advance();
    count = parse_constant();
  }
  type.one_signer = !count && at_word("signer");
  if (!accept_word("signer"))
    expect_word("signers", "and of what", "write `signers of PREPARED(view, value)`");
  expect_word("of", "and a signed message", "write `signers of PREPARED(view, value)`");
  if (!at(TokenKind::name) || is_reserved_word(peek().text)) {
    fail_here("a signed message", "write `signers of PREPARED(view, value)`");
    type.bounds.push_back(missing().expr);
    return 1;
  }
  Tree content = parse_postfix();
  type.bounds.push_back(std::move(content.expr));
  if (count) type.bounds.push_back(std::move(*count));
  return content.height + 1;
}

void Parser::parse_enumeration(SyntaxType& type) {
  advance();
  type.kind = SyntaxTypeKind::enumeration;
  const Token opening = peek();
  expect(TokenKind::left_brace, "`{` after `enum`", "write `enum {a, b}`");
  do {
    type.literals.push_back(parse_name("the name of a value"));
  } while (accept(TokenKind::comma));
  expect_close(TokenKind::right_brace, "}", opening);
  if (recovering_) resume_behind(TokenKind::right_brace);
}

int Parser::parse_record(SyntaxType& type) {
  const Token opening = advance();
  int height = 1;
  type.kind = SyntaxTypeKind::record;
  const Declared declared = std::exchange(role_record_next_, false) ? Declared::role_field : Declared::field;
  while (!at_word("end") || at(TokenKind::colon, 1)) {
    if (accept(TokenKind::semicolon)) continue;
    const std::size_t start = position_;
    const bool another =
        at(TokenKind::name) && (at(TokenKind::colon, 1) || !peek().starts_line || !at_section());
    if (!another) break;
    height = std::max(height, parse_declaration(type.fields, declared) + 1);
    if (recovering_) {
      resume_in_declarations();
      if (position_ == start && !at_word("end") && !stops_recovery(position_)) advance();
    } else if (!at(TokenKind::semicolon) && !at_word("end") && at_name_colon()) {
      complain({previous_span().end, previous_span().end}, "expected `;` between two fields");
    } else if (!at(TokenKind::semicolon)) {
      break;
    }
  }
  if (!accept_word("end")) {
    fail_here("`;` and a field, or `end`",
              fmt::format("the `record` of {} is not closed; close it with `end`", line_of(opening.span)));
  }
  return height;
}

}  // namespace quorate
