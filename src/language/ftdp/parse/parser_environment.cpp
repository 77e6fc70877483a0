// The `channels`, `faults` and `fairness` lines: lists of words. A word that is close to one of the
// language is corrected with an error; a word whose nearest one means the opposite has a table of its own.
#include <fmt/format.h>

#include <algorithm>

#include "faults/fault_kinds.hpp"
#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

namespace {

const std::vector<std::string>& channel_words() {
  static const std::vector<std::string> words = {"asynchronous",  "synchronous", "lossy", "reliable",
                                                 "unordered",     "fifo",        "FIFO",  "set",
                                                 "authenticated", "unbounded",   "bound", "loopback"};
  return words;
}

// Words that are not misspelt, and mean the opposite of the word that is nearest to them.
std::string opposite_word(std::string_view word) {
  if (word == "ordered" || word == "in_order") return "fifo";
  if (word == "unreliable") return "lossy";
  if (word == "bounded") return "bound";
  return "";
}

}  // namespace

void Parser::parse_channels(SyntaxModel& model) {
  SyntaxChannels channels;
  const Token first = peek();
  do {
    parse_channel_word(channels);
    if (recovering_) resume_before_comma();
  } while (accept(TokenKind::comma));
  channels.span = span_from(first);
  model.channels.push_back(std::move(channels));
}

void Parser::parse_channel_word(SyntaxChannels& channels) {
  const auto& words = channel_words();
  const auto known = [&] { return std::find(words.begin(), words.end(), peek().text) != words.end(); };
  const std::string expected = "a word for the channels";
  const Token first = peek();
  const std::string opposite = opposite_word(peek().text);
  if (at(TokenKind::name) && !opposite.empty()) {
    correct_to(opposite, expected);
  } else if (at(TokenKind::name) && !known()) {
    for (const std::string& word : words) {
      const bool longer = word.starts_with(peek().text) && peek().text.size() > 3;
      if (longer || peek().text.starts_with(word)) {
        correct_to(word, expected);
        break;
      }
    }
  }
  const std::string hint =
      "the words are asynchronous, synchronous, lossy, reliable, unordered, fifo, set, loopback, "
      "authenticated, "
      "no duplication, unbounded and bound NUMBER";
  if (at_word("out") && at(TokenKind::minus, 1)) {
    advance();
    advance();
    const bool rest = accept_word("of") && accept(TokenKind::minus) && accept_word("order");
    if (!rest) fail_here("`out-of-order`", hint);
    channels.words.push_back({"unordered", span_from(first)});
  } else if (at_word("no")) {
    advance();
    expect_word("duplication", "after `no`", hint);
    channels.words.push_back({"no duplication", span_from(first)});
  } else if (!at(TokenKind::name) || at_section() || (!known() && !correct_word(words, expected))) {
    fail_here(expected, hint);
  } else if (accept_word("bound")) {
    const Span previous = first.span;
    if (channels.bound) complain(previous, "the channels have two bounds", "leave one of them");
    if (!at_operand_start()) fail_here("a number after `bound`", "write `bound 2`");
    channels.bound = parse_constant();
  } else {
    const Token word = advance();
    channels.words.push_back({word.text == "FIFO" ? "fifo" : std::string(word.text), word.span});
  }
}

// Whether a fault follows: optional roles, then `at most`, `up to` or `exactly`.
bool Parser::at_fault() const {
  std::size_t i = 0;
  if (at(TokenKind::name) && (at(TokenKind::comma, 1) || at(TokenKind::colon, 1))) {
    while (at(TokenKind::name, i) && at(TokenKind::comma, i + 1)) i += 2;
    if (!at_name_colon(i)) return false;
    i += 2;
  }
  return (at_word("at", i) && at_word("most", i + 1)) || (at_word("up", i) && at_word("to", i + 1)) ||
         at_word("exactly", i);
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
  fault.span = span_from(first);
  if (!recovering_) model.faults.push_back(std::move(fault));
}

void Parser::parse_fault_word(SyntaxFault& fault, const std::string& hint) {
  std::vector<std::string> words;
  for (const DeclarableFault& kind : declarable_faults()) words.emplace_back(kind.word);
  const std::string expected = "a kind of fault like `crash` or `byzantine`";
  const auto known = [&] {
    return at_word("Byzantine") ||
           std::ranges::any_of(words, [&](const std::string& word) { return at_word(word); });
  };
  if (at(TokenKind::name) && !at_section() && !known()) correct_word(words, expected);
  if (accept_word("Byzantine")) {
    fault.word = "byzantine";
  } else if (known()) {
    fault.word = advance().text;
  } else {
    fail_here(expected, hint);
  }
}

void Parser::parse_fairness(SyntaxModel& model) {
  SyntaxFairness fairness;
  const Token word = tokens_[position_ - 1];
  fairness.name = parse_property_name("fairness");
  do {
    parse_fairness_item(fairness);
    if (recovering_) resume_before_comma();
  } while (accept(TokenKind::comma));
  fairness.span = span_from(word);
  model.fairness.push_back(std::move(fairness));
}

void Parser::parse_fairness_item(SyntaxFairness& fairness) {
  const std::vector<std::string> words{"processes", "messages", "justice", "compassion"};
  const std::string expected = "an assumption";
  const std::string hint =
      "the assumptions are processes, messages, justice PREDICATE and compassion (PREDICATE, PREDICATE)";
  const auto known = [&] { return std::ranges::find(words, peek().text) != words.end(); };
  if (!at(TokenKind::name) || at_section() || (!known() && !correct_word(words, expected))) {
    fail_here(expected, hint);
    return;
  }
  const std::string_view again = "an assumption already says that its predicates hold again and again";
  const Token word = advance();
  SyntaxFairnessItem item{{std::string(word.text), word.span}, {}};
  if (item.word.text == "justice") item.predicates.push_back(parse_state_predicate(again));
  if (item.word.text == "compassion") {
    const Token opening = peek();
    if (!expect(TokenKind::left_parenthesis, "`(` after `compassion`", hint)) return;
    item.predicates.push_back(parse_state_predicate(again));
    if (!recovering_ && !expect(TokenKind::comma, "`,` and a second predicate", hint)) return;
    item.predicates.push_back(parse_state_predicate(again));
    if (!recovering_) expect_close(TokenKind::right_parenthesis, ")", opening);
  }
  if (!recovering_) fairness.items.push_back(std::move(item));
}

SyntaxExpr Parser::parse_state_predicate(std::string_view instead) {
  temporal_ = Temporal::refused;
  temporal_hint_ = instead;
  SyntaxExpr predicate = parse_expression();
  temporal_ = Temporal::unknown;
  return predicate;
}

}  // namespace quorate
