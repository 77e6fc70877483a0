// Timers, failure detectors, and the network's promise about time. Their words are names wherever they can be
// ones: `timer` begins a section only before `NAME of`.
#include "language/ftdp/parse/parser_impl.hpp"

namespace quorate {

// Whether such a section begins with this token.
bool Parser::at_timing(std::size_t position) const {
  const auto word = [&](std::size_t i) {
    const bool name = position + i < tokens_.size() && tokens_[position + i].kind == TokenKind::name;
    return name ? tokens_[position + i].text : std::string_view();
  };
  if (word(0) == "timer") return !word(1).empty() && word(2) == "of";
  if (word(0) == "network") return word(1) == "eventually";
  return word(0) == "detector" && (word(1) == "perfect" || word(1) == "eventually" || word(1) == "leader");
}

void Parser::parse_timing(SyntaxModel& model) {
  const Token first = advance();
  if (first.text == "timer") {
    do {
      parse_timer(model);
    } while (!recovering_ && accept(TokenKind::comma));
  } else if (first.text == "network") {
    advance();
    expect_word("synchronous", "after `eventually`", "write `network eventually synchronous`");
    model.eventually_synchronous = span_from(first);
  } else {
    parse_detector(model, first);
  }
  if (recovering_) resume_at_section();
}

// NAME of ROLE [initially set] [longer than NAME [of ROLE] {and NAME [of ROLE]}]
void Parser::parse_timer(SyntaxModel& model) {
  const std::string hint = "write `timer heartbeat of server, election of server longer than heartbeat`";
  SyntaxTimer timer;
  timer.name = parse_name("the name of a timer", hint);
  if (!recovering_) expect_word("of", "and the role of the timer", hint);
  if (!recovering_) timer.role = parse_name("the name of a role", hint);
  if (accept_word("initially")) {
    expect_word("set", "after `initially`", "a timer is off at first, unless it is `initially set`");
    timer.set = true;
  }
  if (!recovering_ && accept_word("longer")) {
    expect_word("than", "after `longer`", hint);
    do {
      if (recovering_) return;
      timer.longer.emplace_back(parse_name("the name of a timer", hint), std::nullopt);
      if (accept_word("of")) timer.longer.back().second = parse_name("the name of a role", hint);
    } while (accept(TokenKind::and_) || accept_word("and"));
  }
  if (!recovering_) model.timers.push_back(std::move(timer));
}

// perfect | eventually perfect | leader, then `of ROLE`
void Parser::parse_detector(SyntaxModel& model, const Token& first) {
  const std::string hint =
      "write `detector perfect of server`, `detector eventually perfect of server` or `detector leader of "
      "server`";
  SyntaxDetector detector;
  if (accept_word("eventually")) {
    detector.kind = DetectorKind::eventually_perfect;
    expect_word("perfect", "after `eventually`", hint);
  } else if (accept_word("leader")) {
    detector.kind = DetectorKind::leader;
  } else {
    advance();
  }
  if (!recovering_) expect_word("of", "and the role of the processes that it watches", hint);
  if (!recovering_) detector.role = parse_name("the name of a role", hint);
  detector.span = span_from(first);
  if (!recovering_) model.detectors.push_back(std::move(detector));
}

// `set election` or `cancel election`: two names one after the other are no other statement.
bool Parser::at_timer_statement() const {
  return (at_word("set") || at_word("cancel")) && at(TokenKind::name, 1) && !peek(1).starts_line;
}

}  // namespace quorate
