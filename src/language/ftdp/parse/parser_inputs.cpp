// What a rule receives in the short heading, behind `on`:
//
//   KIND from ROLE q                     one message
//   A as a from r x and B as b from s y  several inputs, each with a name for its messages
//   2 ACK as v from r x                  several messages of one sender
//   all VOTE as v from r                 some of what waits
#include <fmt/format.h>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

namespace {

constexpr std::string_view input_hint = "write `on KIND from ROLE q`, or `on KIND from quorum Q[k] of ROLE`";

}  // namespace

void Parser::parse_inputs(SyntaxRule& rule) {
  std::vector<SyntaxInput> inputs;
  do {
    inputs.push_back(parse_input());
  } while (!recovering_ && (accept_word("and") || accept(TokenKind::and_)));
  const SyntaxInput& first = inputs.front();
  const bool plain = inputs.size() == 1 && !first.count && !first.all && first.alias.text.empty();
  if (plain) {
    rule.message_kind = first.kind;
    rule.sender = first.sender;
  } else {
    rule.inputs = std::move(inputs);
  }
}

// [constant | 'all'] KIND ['as' NAME] 'from' ...
SyntaxInput Parser::parse_input() {
  SyntaxInput input;
  const Token first = peek();
  const bool named_count =
      at(TokenKind::name) && at(TokenKind::name, 1) && (at_word("from", 2) || at_word("as", 2));
  if (at_word("all") && at(TokenKind::name, 1) && !at_word("from", 1) && !at_word("as", 1)) {
    advance();
    input.all = true;
  } else if (at(TokenKind::number) || at(TokenKind::left_parenthesis) || named_count) {
    input.count = parse_count();
  }
  input.kind = parse_name("the kind of the message after `on`");
  if (!recovering_ && accept_word("as"))
    input.alias = parse_name("a name for the messages", "write `on KIND as m from ROLE q`");
  input.span = span_from(first);
  expect_word("from", "and the sender", std::string(input_hint));
  if (!recovering_) input.sender = parse_sender(input);
  return input;
}

// A number, a parameter, or an expression in parentheses.
SyntaxExpr Parser::parse_count() {
  const Token opening = peek();
  if (!accept(TokenKind::left_parenthesis)) {
    const auto kind = at(TokenKind::number) ? SyntaxExprKind::number : SyntaxExprKind::name;
    return leaf(kind, advance()).expr;
  }
  SyntaxExpr count = parse_expression();
  expect_close(TokenKind::right_parenthesis, ")", opening);
  return count;
}

SyntaxParameter Parser::parse_sender(const SyntaxInput& input) {
  const bool nameless = at_word("quorum") && at(TokenKind::left_bracket, 1);
  if (nameless || (at_word("quorum") && at(TokenKind::name, 1) && !at(TokenKind::colon, 2))) {
    advance();
    SyntaxParameter quorum;
    quorum.name = parse_name("a name for the quorum", "write `quorum Q[majority(n)] of acceptor`");
    parse_quorum_size(quorum);
    return quorum;
  }
  if (!input.all) return parse_process("sender");
  SyntaxParameter senders;
  senders.type = parse_role_name();
  return senders;
}

}  // namespace quorate
