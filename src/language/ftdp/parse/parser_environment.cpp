// The `channels` and `fairness` lines: lists of words. A word that is close to one of the
// language is corrected with an error; a word whose nearest one means the opposite has a table of its own.
#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

namespace {

const std::vector<std::string>& channel_words() {
  static const std::vector<std::string> words = {
      "asynchronous", "synchronous", "lossy",       "reliable",      "unordered", "fifo",
      "FIFO",         "set",         "several",     "authenticated", "unbounded", "bound",
      "loopback",     "kept",        "duplicating", "replacing",     "initially"};
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
      "no duplication, duplicating, kept, several messages a step, unbounded, bound NUMBER, replacing and "
      "initially any MESSAGE up to NUMBER";
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
  } else if (accept_word("several")) {
    const std::string whole = "write `several messages a step`";
    expect_word("messages", "after `several`", whole);
    if (!recovering_) expect_word("a", "after `messages`", whole);
    if (!recovering_) expect_word("step", "after `a`", whole);
    channels.words.push_back({"several", span_from(first)});
  } else if (accept_word("bound")) {
    const Span previous = first.span;
    if (channels.bound) complain(previous, "the channels have two bounds", "leave one of them");
    if (!at_operand_start()) fail_here("a number after `bound`", "write `bound 2`");
    channels.bound = parse_constant();
  } else if (accept_word("initially")) {
    parse_initially(channels);
  } else if (at_word("duplicating")) {
    parse_duplicating(channels, advance());
  } else {
    const Token word = advance();
    channels.words.push_back({word.text == "FIFO" ? "fifo" : std::string(word.text), word.span});
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
  const std::vector<std::string> words{"processes", "messages", "justice", "compassion", "weak", "strong"};
  const std::string expected = "an assumption";
  const std::string hint =
      "the assumptions are processes, messages, justice PREDICATE, compassion (PREDICATE, PREDICATE), "
      "weak rule NAME and strong rule NAME";
  const auto known = [&] { return std::ranges::find(words, peek().text) != words.end(); };
  if (!at(TokenKind::name) || at_section() || (!known() && !correct_word(words, expected))) {
    fail_here(expected, hint);
    return;
  }
  const std::string_view again = "an assumption already says that its predicates hold again and again";
  const Token word = advance();
  SyntaxFairnessItem item{{std::string(word.text), word.span}, {}, {}};
  if (item.word.text == "justice") item.predicates.push_back(parse_state_predicate(again));
  if (item.word.text == "compassion") {
    const Token opening = peek();
    if (!expect(TokenKind::left_parenthesis, "`(` after `compassion`", hint)) return;
    item.predicates.push_back(parse_state_predicate(again));
    if (!recovering_ && !expect(TokenKind::comma, "`,` and a second predicate", hint)) return;
    item.predicates.push_back(parse_state_predicate(again));
    if (!recovering_) expect_close(TokenKind::right_parenthesis, ")", opening);
  }
  if (item.word.text == "weak" || item.word.text == "strong") {
    if (accept_word("fairness")) expect_word("of", "after `fairness`", hint);
    if (!recovering_) expect_word("rule", "and the name of a rule", hint);
    if (!recovering_) item.rule = parse_name("the name of a rule", hint);
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
