// Rules with both headings: printed, `[](i: T) label: ...`, and short, `rule name of role p ...`. The
// printed heading does not say which parameter is the process and which the sender: check_heading.cpp
// decides that. Misprints of the published protocols are accepted where nothing else could be meant.
#include <fmt/format.h>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

namespace {

// The condition of a body that is one `if` without `else` is the rule's guard.
void lift_guard(SyntaxRule& rule) {
  if (rule.body.size() != 1) return;
  SyntaxStmt& only = rule.body[0];
  if (only.kind != SyntaxStmtKind::branch || !only.else_body.empty()) return;
  rule.guard = std::move(only.value);
  std::vector<SyntaxStmt> inner = std::move(only.body);
  rule.body = std::move(inner);
}

}  // namespace

// `[](`, and its misprints `[(` and `[]:(`.
bool Parser::at_rule_parameter() const {
  if (at(TokenKind::left_bracket)) return at(TokenKind::left_parenthesis, 1);
  if (!at(TokenKind::box)) return false;
  return at(TokenKind::left_parenthesis, at(TokenKind::colon, 1) ? 2 : 1);
}

void Parser::parse_printed_rules(std::vector<SyntaxRule>& rules, bool initial, bool& has_else) {
  bool separated = false;
  while (true) {
    if (accept(TokenKind::semicolon)) continue;
    if (at(TokenKind::box) && !at_rule_parameter()) {
      if (separated) complain(peek().span, "expected a rule between two `[]`", "remove one `[]`");
      advance();
      separated = true;
      continue;
    }
    if (!initial && at_word("ELSE")) {
      advance();
      has_else = true;
    } else if (at_rule_parameter()) {
      parse_printed_rule(rules, initial);
    } else if (at(TokenKind::name) && !is_reserved_word(peek().text) &&
               (at(TokenKind::colon, 1) || at_word("on", 1))) {
      const bool statement = at_assignment(2) || (at(TokenKind::name, 2) && is_statement_word(peek(2).text));
      const bool formula = at_formula_start(2) || at(TokenKind::left_parenthesis, 2);
      if (!separated && (initial ? formula : !statement)) return;
      parse_printed_rule(rules, initial);
    } else {
      if (separated) {
        fail_here("a rule after `[]`", "write `[](i: T) label: if ... then ... endif`");
        resume_in_statements();
        if (!at(TokenKind::box) && !at_rule_parameter()) return;
      } else if (!at(TokenKind::name) && !at(TokenKind::end)) {
        fail_here("a rule", "write `[](i: T) label: if ... then ... endif`");
        return;
      } else {
        return;
      }
    }
    separated = false;
  }
}

void Parser::parse_printed_rule(std::vector<SyntaxRule>& rules, bool initial) {
  SyntaxRule rule;
  const Token first = peek();
  rule.printed = true;
  while (at_rule_parameter()) parse_rule_parameter(rule.parameters);
  if (at(TokenKind::colon)) {
    complain(peek().span, "expected the label of the rule before `:`", "write `[](i: T) label: ...`");
  } else {
    rule.name = parse_name("the label of the rule", "write `[](i: T) label: ...`");
  }
  if (rule.parameters.empty() && !initial) {
    complain(rule.name.span, fmt::format("the rule `{}` belongs to no process", rule.name.text),
             fmt::format("write `[](i: T) {}: ...`, where T is the type of a role", rule.name.text));
  }
  if (accept_word("on")) rule.message_kind = parse_name("the kind of the message after `on`");
  if (recovering_) {
    if (!resume_behind(TokenKind::colon)) resume_in_statements();
  } else if (!accept(TokenKind::colon)) {
    complain({previous_span().end, previous_span().end}, "expected `:` after the heading of the rule",
             fmt::format("write `{}: ...`", rule.name.text));
  }
  parse_body(rule.body, false);
  lift_guard(rule);
  rule.span = span_from(first);
  rules.push_back(std::move(rule));
}

// `[](i: T)`
void Parser::parse_rule_parameter(std::vector<SyntaxParameter>& parameters) {
  const bool slip = at(TokenKind::left_bracket);
  advance();
  accept(TokenKind::colon);
  advance();
  parameters.push_back(parse_parameter());
  if (recovering_) {
    resume_behind(TokenKind::right_parenthesis);
  } else if (!accept(TokenKind::right_parenthesis)) {
    complain(tokens_[position_].span, fmt::format("expected `)`, found {}", found()),
             fmt::format("the `(` before `{}` is not closed", parameters.back().name.text));
  }
  if (slip) accept(TokenKind::right_bracket);
}

SyntaxParameter Parser::parse_parameter() {
  SyntaxParameter parameter;
  parameter.name = parse_name("the name of a parameter", "write `i: T`");
  expect(TokenKind::colon, fmt::format("`:` and a type after `{}`", parameter.name.text));
  if (at_word("quorum") && at(TokenKind::left_bracket, 1)) {
    advance();
    parse_quorum_size(parameter);
    return parameter;
  }
  parameter.type = parse_type_tree(true).type;
  return parameter;
}

// '[' ['>='] constant ']' 'of' NAME
void Parser::parse_quorum_size(SyntaxParameter& parameter) {
  const std::string hint = "write `quorum Q[majority(n)] of acceptor`, or `Q[>= k]` for k or more";
  parameter.quorum = true;
  const Token opening = peek();
  if (expect(TokenKind::left_bracket, "`[` and the size of the quorum", hint)) {
    parameter.at_least = accept(TokenKind::greater_equal);
    parameter.quorum_size = parse_expression();
    expect_close(TokenKind::right_bracket, "]", opening);
  }
  expect_word("of", "and the role of the senders", hint);
  parameter.type = parse_role_name();
}

SyntaxType Parser::parse_role_name() {
  SyntaxType type;
  SyntaxExpr role;
  role.kind = SyntaxExprKind::name;
  role.name = parse_name("the name of a role");
  role.span = role.name.span;
  type.span = role.span;
  type.bounds.push_back(std::move(role));
  return type;
}

// ROLE NAME
SyntaxParameter Parser::parse_process(const std::string& what) {
  SyntaxParameter process;
  process.type = parse_role_name();
  const std::string& role = process.type.bounds[0].name.text;
  if (at(TokenKind::colon) || at_word("on") || at_word("when") || at_word("do")) {
    complain(tokens_[position_].span,
             fmt::format("expected a name for the {} after `{}`, found {}", what, role, found()),
             fmt::format("write `{} p`, and `p.x` for its variable x", role));
    process.name.span = process.type.span;
    return process;
  }
  if (at_word("of")) {
    fail_here(fmt::format("a name for the {}", what),
              "a quorum is written `quorum Q[majority(n)] of acceptor`");
  }
  process.name = parse_name(fmt::format("a name for the {}", what), fmt::format("write `{} p`", role));
  return process;
}

void Parser::parse_rule(SyntaxModel& model) {
  SyntaxRule rule;
  const Token word = advance();
  parse_rule_heading(rule);
  if (recovering_) {
    if (!resume_behind(TokenKind::colon)) resume_in_statements();
  } else if (!accept(TokenKind::colon)) {
    complain({previous_span().end, previous_span().end}, "expected `:` after the heading of the rule",
             fmt::format("write `rule {} of ROLE p: when ... do ...`", rule.name.text));
  }
  bool lost = false;
  if (accept_word("when")) {
    rule.guard = parse_expression();
    lost = recovering_ && !resume_behind_word("do");
    if (lost) recovering_ = false;
  }
  const bool started = position_ > 0 && tokens_[position_ - 1].text == "do";
  if (!lost && !started && !accept_word("do")) {
    const std::string expected = rule.guard ? "`do` after the condition of `when`" : "`when` or `do`";
    complain(tokens_[position_].span, fmt::format("expected {}, found {}", expected, found()),
             "a rule is written `rule r of ROLE p: when condition do statements`");
  }
  parse_body(rule.body, true);
  rule.span = span_from(word);
  model.rules.push_back(std::move(rule));
}

// NAME ['(' params ')'] 'of' ['byzantine'] ROLE NAME ['on' ('recovery' | inputs)]
void Parser::parse_rule_heading(SyntaxRule& rule) {
  rule.name = parse_name("the name of the rule", "write `rule r of ROLE p: ...`");
  const Token opening = peek();
  if (accept(TokenKind::left_parenthesis)) {
    while (!at(TokenKind::right_parenthesis)) {
      rule.parameters.push_back(parse_parameter());
      if (!accept(TokenKind::comma) && !accept(TokenKind::semicolon)) break;
    }
    expect_close(TokenKind::right_parenthesis, ")", opening);
  }
  expect_word("of", "and the role of the process", "write `rule r of ROLE p: ...`");
  if ((at_word("byzantine") || at_word("Byzantine")) && at(TokenKind::name, 1) && at(TokenKind::name, 2) &&
      !at_word("on", 2)) {
    advance();
    rule.byzantine = true;
  }
  rule.self = parse_process("process");
  if (!accept_word("on")) return;
  if (at(TokenKind::colon, 1) && !at_word("recovery"))
    correct_word({"recovery"}, "`recovery`, or a kind of message and its sender");
  if (at_word("recovery") && !at_word("from", 1)) {
    advance();
    rule.on_recovery = true;
    return;
  }
  if (at_word("expiry") && at_word("of", 1)) {
    advance();
    advance();
    rule.expiry = parse_name("the name of a timer", "write `on expiry of election`");
    return;
  }
  parse_inputs(rule);
}

// The statements of a rule or of `observe`, and closing words that are left over after them.
void Parser::parse_body(std::vector<SyntaxStmt>& body, bool short_rule) {
  while (at_word("var")) {
    complain(peek().span, "expected a statement, found `var`",
             "a rule has no variables of its own; give a value a name with `let x := value`");
    advance();
    resume_in_statements();
  }
  if (at_statements_end()) {
    complain(tokens_[position_].span, fmt::format("expected a statement, found {}", found()),
             "a rule that does nothing is written `skip`");
  }
  while (true) {
    parse_statements(body);
    if (!at(TokenKind::name) || !is_closing_word(peek().text)) return;
    if (short_rule && (at_word("end") || at_word("endrule"))) {
      advance();
      return;
    }
    const std::string_view word = peek().text;
    const bool of_if = word == "endif" || word.starts_with("els");
    complain(peek().span, fmt::format("`{}` has nothing to close here", word),
             of_if              ? "there is no open `if`; is an `endif` before it one too many?"
             : word == "endfor" ? "there is no open `for`; is an `endfor` before it one too many?"
                                : "the rule ends where the next one starts");
    advance();
    if (word == "elsif" || word == "elseif") resume_behind_word("then");
    accept(TokenKind::semicolon);
  }
}

}  // namespace quorate
