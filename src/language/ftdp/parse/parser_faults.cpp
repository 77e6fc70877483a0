// The `faults` line. A fault is a number and a word of the list of kinds (faults/fault_kinds.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "faults/fault_kinds.hpp"
#include "faults/kinds/detectors.hpp"
#include "faults/kinds/network.hpp"
#include "faults/kinds/omission.hpp"
#include "faults/kinds/recovery.hpp"
#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

// Whether a fault follows: optional roles, then `at most`, `up to` or `exactly`.
bool Parser::at_fault() const {
  std::size_t i = 0;
  if (at(TokenKind::name) && (at(TokenKind::comma, 1) || at(TokenKind::colon, 1))) {
    while (at(TokenKind::name, i) && at(TokenKind::comma, i + 1)) i += 2;
    if (!at_name_colon(i)) return false;
    i += 2;
  }
  return (at_word("at", i) && at_word("most", i + 1)) || (at_word("up", i) && at_word("to", i + 1)) ||
         at_word("exactly", i) || at_word("unlimited", i) || at_word("recovers", i);
}

void Parser::parse_faults(SyntaxModel& model) {
  bool another = true;
  while (another) {
    parse_fault(model);
    if (recovering_) {
      resume_in_declarations();
      accept(TokenKind::semicolon);
      another = at_fault();
    } else if (at(TokenKind::semicolon)) {
      advance();
      another = at_fault();
    } else {
      another = accept(TokenKind::comma);
    }
  }
}

void Parser::parse_fault(SyntaxModel& model) {
  SyntaxFault fault;
  const Token first = peek();
  const std::string hint = "write `faults acceptor: at most f crash`, or `at most f of acceptor byzantine`";
  if (at(TokenKind::name) && (at(TokenKind::comma, 1) || at(TokenKind::colon, 1))) {
    do {
      fault.roles.push_back(parse_name("the name of a role", hint));
    } while (accept(TokenKind::comma));
    expect(TokenKind::colon, "`:` after the roles", hint);
  }
  if (at_recovery_part(0)) {
    fault.counted = false;
    fault.word = std::string(recovery_word);
    parse_recovery_part(fault);
    parse_recovery(fault);
    fault.span = span_from(first);
    if (!recovering_) model.faults.push_back(std::move(fault));
    return;
  }
  if (accept_word("exactly")) {
    fault.exactly = true;
  } else if (accept_word("at")) {
    expect_word("most", "after `at`", hint);
  } else if (accept_word("up")) {
    expect_word("to", "after `up`", hint);
  } else {
    fail_here("`at most`, `up to` or `exactly`", hint);
  }
  fault.count = parse_constant();
  if (accept_word("of")) {
    do {
      fault.roles.push_back(parse_name("the name of a role", hint));
    } while (accept(TokenKind::comma) || accept(TokenKind::plus) || accept(TokenKind::and_) ||
             accept(TokenKind::or_) || accept_word("and") || accept_word("or"));
  }
  parse_fault_word(fault, hint);
  if (at_word("of") && at(TokenKind::name, 1) && !is_section_word(peek(1).text)) {
    complain(peek().span, "the roles of a fault stand before its word",
             fmt::format("write `{} {} of {} {}`", fault.exactly ? "exactly" : "at most",
                         source_.excerpt(fault.count.span), peek(1).text, fault.word));
    advance();
    do {
      fault.roles.push_back(parse_name("the name of a role", hint));
    } while (accept(TokenKind::plus) || accept_word("and") || accept_word("or"));
  }
  if (fault.word == recovery_word) {
    if (at_word("at") && at_word("once", 1)) {
      advance();
      advance();
    }
    parse_recovery(fault);
  }
  if (is_omission(fault.word)) parse_omission(fault);
  fault.span = span_from(first);
  if (!recovering_) model.faults.push_back(std::move(fault));
}

// `, at most k messages each`
void Parser::parse_omission(SyntaxFault& fault) {
  const bool limit = at(TokenKind::comma) && at_limit_of(1, "messages", "message");
  if (!limit) return;
  advance();
  advance();
  advance();
  fault.omitted = parse_constant();
  if (!accept_word("message"))
    expect_word("messages", "after their number", "write `at most 2 messages each`");
  expect_word("each", "after `messages`", "each process may omit so many: write `at most 2 messages each`");
}

// Whether a number of restarts follows, `at most k restarts`.
bool Parser::at_restarts(std::size_t ahead) const {
  return at_limit_of(ahead, "restarts", "restart");
}

// Whether `at most k` of these things follow.
bool Parser::at_limit_of(std::size_t ahead, std::string_view plural, std::string_view singular) const {
  const bool limit = (at_word("at", ahead) && at_word("most", ahead + 1)) ||
                     (at_word("up", ahead) && at_word("to", ahead + 1));
  if (!limit) return false;
  for (std::size_t i = ahead + 2; i < ahead + kLongestLook; ++i) {
    if (at_word(plural, i) || at_word(singular, i)) return true;
    if (at(TokenKind::comma, i) || at(TokenKind::semicolon, i) || at(TokenKind::end, i)) return false;
    if (at_word("at", i) || at_word("up", i)) return false;  // another number, whose comma is missing
    if (at(TokenKind::name, i) && is_section_word(peek(i).text)) return false;
  }
  return false;
}

bool Parser::at_recovery_part(std::size_t ahead) const {
  return at_word("unlimited", ahead) || at_word("recovers", ahead) || at_restarts(ahead);
}

// `at most k restarts [each]` or `unlimited restarts`
void Parser::parse_restarts(SyntaxFault& fault) {
  const Token first = peek();
  const bool again = fault.restarts.has_value() || fault.each;
  if (accept_word("unlimited")) {
    fault.restarts.reset();
    expect_word("restarts", "after `unlimited`", "write `unlimited restarts`");
  } else {
    advance();
    advance();
    fault.restarts = parse_constant();
    if (!accept_word("restart"))
      expect_word("restarts", "after their number", "write `at most 2 restarts each`");
    fault.each = accept_word("each");
  }
  if (again) complain(span_from(first), "the number of restarts is given twice");
}

// What may follow the number of processes that are down.
void Parser::parse_recovery(SyntaxFault& fault) {
  while (!recovering_ && at_recovery_part(at(TokenKind::comma) ? 1 : 0)) {
    if (!accept(TokenKind::comma))
      complain(peek().span, fmt::format("expected `,` before {}", found()),
               "write `at most 1 down at once, at most 2 restarts`");
    parse_recovery_part(fault);
  }
}

void Parser::parse_recovery_part(SyntaxFault& fault) {
  if (accept_word("recovers")) {
    fault.recovers = true;
  } else {
    parse_restarts(fault);
  }
}

// Whether the word, or the words, of a kind follow.
bool Parser::at_fault_kind(std::string_view word) const {
  const std::size_t space = word.find(' ');
  if (!at_word(word.substr(0, space))) return false;
  return space == std::string_view::npos || at_word(word.substr(space + 1), 1);
}

void Parser::parse_fault_word(SyntaxFault& fault, const std::string& hint) {
  std::vector<std::string> words;
  for (const DeclarableFault& kind : declarable_faults()) {
    const bool line_of_its_own = kind.word == network_word || kind.word == detector_word;
    if (!line_of_its_own && !kind.of_channels) words.emplace_back(kind.word);
  }
  const std::string expected = "a kind of fault like `crash`, `down` or `byzantine`";
  const auto known = [&] {
    return std::ranges::find_if(words, [&](const auto& w) { return at_fault_kind(w); });
  };
  if (at_word("omission") || at_word("omissions")) {
    fail_here("`send`, `receive` or `general` before `omission`",
              "write `send omission`, `receive omission` or `general omission`");
    return;
  }
  const bool half = at_word("send") || at_word("receive") || at_word("general");
  if (half && known() == words.end()) {
    advance();
    const std::string_view sort = tokens_[position_ - 1].text;
    fail_here(fmt::format("`omission` after `{}`", sort), fmt::format("write `{} omission`", sort));
    return;
  }
  const bool before_byzantine = at_word("byzantine", 1) || at_word("Byzantine", 1);
  if (before_byzantine && at(TokenKind::name) && !at_word("symmetric") && known() == words.end())
    correct_word({"symmetric"}, expected);
  fault.symmetric = before_byzantine && accept_word("symmetric");
  const bool capital = at_word("Byzantine");
  if (at(TokenKind::name) && !at_section() && !capital && known() == words.end())
    correct_word(words, expected);
  if (accept_word("Byzantine")) {
    fault.word = "byzantine";
  } else if (const auto word = known(); word != words.end()) {
    fault.word = *word;
    advance();
    if (word->find(' ') != std::string::npos) advance();
  } else {
    fail_here(expected, hint);
  }
}

}  // namespace quorate
