// The parts of the `channels` line that are more than a word.
#include <fmt/format.h>

#include "language/ftdp/parse/parser_impl.hpp"

namespace quorate {

// After `duplicating`: `at most k`, or nothing for any number of copies.
void Parser::parse_duplicating(SyntaxChannels& channels, const Token& word) {
  const std::string hint = "write `duplicating at most 2`, or `duplicating` for any number of copies";
  channels.words.push_back({std::string(word.text), word.span});
  if (accept_word("at")) {
    expect_word("most", "after `at`", hint);
  } else if (accept_word("up")) {
    expect_word("to", "after `up`", hint);
  } else {
    if (at_operand_start() && !at(TokenKind::name)) fail_here("`at most` before the number of copies", hint);
    return;
  }
  if (recovering_) return;
  if (channels.copies) complain(word.span, "the number of copies is given twice", "leave one of them");
  if (!at_operand_start()) return fail_here("the number of copies", hint);
  channels.copies = parse_constant();
}

// After `initially`: `any KIND up to k`.
void Parser::parse_initially(SyntaxChannels& channels) {
  const std::string hint = "write `initially any VOTE up to 1`";
  const Token first = tokens_[position_ - 1];
  SyntaxContents contents;
  expect_word("any", "after `initially`", hint);
  if (recovering_) return;
  contents.kind = parse_name("the name of a message", hint);
  if (recovering_) return;
  if (accept_word("at")) {
    expect_word("most", "after `at`", hint);
  } else {
    expect_word("up", "after the message", hint);
    if (!recovering_) expect_word("to", "after `up`", hint);
  }
  if (recovering_) return;
  if (!at_operand_start()) return fail_here("how many of them a channel holds at most", hint);
  contents.most = parse_constant();
  contents.span = span_from(first);
  if (!recovering_) channels.initially.push_back(std::move(contents));
}

}  // namespace quorate
