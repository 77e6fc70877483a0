// The `network` line: which links are cut, and whether they heal.
#include <fmt/format.h>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

// `network partitions [of R, ...] {, PART}` or `network cuts links [of R, ...] {, PART}`
void Parser::parse_network(SyntaxModel& model) {
  SyntaxNetwork network;
  const Token first = peek();
  const std::string hint =
      "write `network partitions at most 1, heals` or `network cuts links of server, at most 2 at once`";
  if (at(TokenKind::name) && !at_section() && !at_word("partitions") && !at_word("cuts"))
    correct_word({"partitions", "cuts"}, "`partitions` or `cuts links`");
  if (accept_word("partitions")) {
    network.total = true;
  } else if (accept_word("cuts")) {
    expect_word("links", "after `cuts`", hint);
  } else {
    fail_here("`partitions` or `cuts links`", hint);
  }
  if (!recovering_ && accept_word("of")) {
    do {
      network.roles.push_back(parse_name("the name of a role", hint));
    } while (accept(TokenKind::plus) || accept_word("and"));
  }
  const bool part = at_word("at") || at_word("up") || at_word("total") || at_word("heals") || at_word("for");
  if (!recovering_ && part) parse_network_part(network);
  while (!recovering_ && accept(TokenKind::comma)) parse_network_part(network);
  network.span = span_from(first);
  if (!recovering_) model.networks.push_back(std::move(network));
}

// `at most k [at once]`, `total`, `heals` or `for ever`
void Parser::parse_network_part(SyntaxNetwork& network) {
  const Token first = peek();
  const bool at_most = at_word("at") || at_word("up");
  if (at_most) {
    const bool again = network.count.has_value();
    if (accept_word("up")) {
      expect_word("to", "after `up`", "write `at most 1`");
    } else {
      advance();
      expect_word("most", "after `at`", "write `at most 1`");
    }
    network.count = parse_constant();
    if (again) complain(span_from(first), "the number is given twice");
    const bool once = at_word("at") && at_word("once", 1);
    if (network.total && once) {
      complain(peek().span, "a network is divided in two, so that there is one partition at once",
               "leave out `at once`: `at most k` says how many partitions there are in a run");
    } else if (!network.total && !once) {
      fail_here("`at once` after the number of links",
                "`at most k at once` says how many links are cut at the same time");
    }
    if (once) {
      advance();
      advance();
    }
  } else if (at_word("total")) {
    if (!network.total)
      complain(peek().span, "a total partition divides all processes", "write `network partitions`");
    advance();
  } else if (accept_word("heals")) {
    network.heals = true;
  } else if (accept_word("for")) {
    expect_word("ever", "after `for`", "links that never heal are cut `for ever`");
    network.for_ever = true;
  } else {
    fail_here("`at most`, `heals` or `for ever`",
              "write `network cuts links of server, at most 2 at once, heals`; several roles are `a and b`");
  }
  if (network.heals && network.for_ever)
    complain(span_from(first), "links that heal are not cut for ever", "leave one of them");
}

}  // namespace quorate
