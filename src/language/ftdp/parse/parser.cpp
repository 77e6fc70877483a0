// The model as a whole: its heading, its sections and its properties.
//
// Whether `G` or `U` is a temporal operator depends on whether the model declares such a name, possibly
// further down. So a text that does is parsed twice, the second time with the names of the first pass.
#include "language/ftdp/parse/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/parse/lexer.hpp"
#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

namespace {

void collect(const SyntaxType& type, NameSet& names) {
  for (const Name& literal : type.literals) names.insert(literal.text);
  for (const SyntaxType& part : type.parts) collect(part, names);
  for (const SyntaxDeclaration& field : type.fields) collect(field.type, names);
}

void collect(const std::vector<SyntaxDeclaration>& declarations, NameSet& names) {
  for (const SyntaxDeclaration& declaration : declarations) {
    names.insert(declaration.name.text);
    collect(declaration.type, names);
  }
}

NameSet declared_names(const SyntaxModel& model) {
  NameSet names;
  for (const auto& parameter : model.parameters) names.insert(parameter.name.text);
  for (const auto& role : model.roles) {
    names.insert(role.name.text);
    collect(role.variables, names);
    collect(role.monitors, names);
  }
  for (const auto& group : model.groups) names.insert(group.name.text);
  for (const auto& message : model.messages) {
    names.insert(message.name.text);
    for (const auto& field : message.fields) collect(field.type, names);
  }
  for (const auto& function : model.functions) names.insert(function.name.text);
  collect(model.types, names);
  collect(model.variables, names);
  collect(model.monitor_variables, names);
  return names;
}

// Whether a name is one that the parser reads as an operator, or as two operators written together.
bool declares_operator(const NameSet& names) {
  for (const char* word : {"U", "R", "W", "always", "eventually"}) {
    if (names.contains(word)) return true;
  }
  for (const char first : std::string_view("GFXAE")) {
    const std::string one(1, first);
    if (names.contains(one)) return true;
    for (const char second : std::string_view("GFX")) {
      if (names.contains(one + second)) return true;
    }
  }
  return false;
}

}  // namespace

SyntaxModel parse_ftdp(const SourceText& source, Diagnostics& diagnostics) {
  const std::vector<Token> tokens = lex_ftdp(source, diagnostics);
  const NameSet nothing;
  Diagnostics first_errors;
  SyntaxModel model = Parser(source, tokens, nothing, first_errors).parse_model();
  const NameSet declared = declared_names(model);
  if (declares_operator(declared)) return Parser(source, tokens, declared, diagnostics).parse_model();
  for (const Diagnostic& error : first_errors.sorted())
    diagnostics.error(error.span, error.message, error.hint);
  return model;
}

SyntaxModel Parser::parse_model() {
  SyntaxModel model;
  if (accept_word("protocol")) parse_protocol(model);
  while (true) {
    if (recovering_) resume_at_section();
    while (accept(TokenKind::semicolon)) {
    }
    if (at(TokenKind::end)) {
      model.names_complete = !names_lost_;
      return model;
    }
    const std::size_t start = position_;
    const std::string_view word = peek().text;
    parse_section(model);
    const bool corrected = tokens_[start].text != word;
    if (position_ == start && !corrected) {
      if (recovering_) resume_at_section();
      if (position_ == start) advance();
    }
  }
}

void Parser::parse_protocol(SyntaxModel& model) {
  if (at_section() && peek().starts_line) {
    fail_here("the name of the protocol", "write `protocol paxos (m := 2, n := 3)`");
  }
  model.name = parse_field_name("the name of the protocol");  // nothing refers to it, so any word is allowed
  const Token opening = peek();
  if (!accept(TokenKind::left_parenthesis)) return;
  if (!at(TokenKind::right_parenthesis)) parse_parameters(model);
  expect_close(TokenKind::right_parenthesis, ")", opening);
}

void Parser::parse_section(SyntaxModel& model) {
  const std::string_view word = peek().text;
  in_rule_or_property_ = word == "rule" || word == "rules" || word == "init" || word == "invariant" ||
                         word == "lemma" || word == "property" || word == "fairness";
  if (at_timing(position_)) {
    parse_timing(model);
  } else if (at(TokenKind::name) && is_section_word(word)) {
    if (!parse_section_word(model, word)) parse_extra_section(model, word);
  } else if (at_name_colon() && !is_reserved_word(word)) {
    in_rule_or_property_ = true;
    parse_property(model, false);
  } else {
    parse_unknown_section(model);
  }
}

bool Parser::parse_section_word(SyntaxModel& model, std::string_view word) {
  if (word == "rule") {
    parse_rule(model);
    return true;
  }
  if (word == "property") {
    parse_property(model, true);
    return true;
  }
  advance();
  if (word == "type") {
    parse_declarations(model.types, Declared::type);
  } else if (word == "var") {
    parse_declarations(model.variables, Declared::printed_variable);
  } else if (word == "init") {
    bool no_else = false;
    parse_printed_rules(model.initial_rules, true, no_else);
  } else if (word == "rules") {
    parse_printed_rules(model.rules, false, model.has_else);
  } else if (word == "role") {
    parse_role(model);
  } else if (word == "message") {
    parse_messages(model);
  } else if (word == "invariant" || word == "lemma") {
    parse_invariant(model, std::string(word));
  } else {
    return false;
  }
  return true;
}

// Optional sections; the section's word is consumed already.
bool Parser::parse_extra_section(SyntaxModel& model, std::string_view word) {
  if (word == "parameter") {
    parse_parameters(model);
  } else if (word == "channels") {
    parse_channels(model);
  } else if (word == "faults") {
    parse_faults(model);
  } else if (word == "network") {
    parse_network(model);
  } else if (word == "group") {
    parse_group(model);
  } else if (word == "function") {
    parse_function(model);
  } else if (word == "monitor") {
    parse_monitor(model);
  } else if (word == "fairness") {
    parse_fairness(model);
  } else if (word == "observe") {
    fail(previous_span(), "`observe` belongs to a `monitor`", "write `monitor` and its variables before it");
  } else if (word == "protocol") {
    fail(previous_span(), "`protocol` must be the first word of the text");
  } else {
    return false;
  }
  return true;
}

void Parser::parse_unknown_section(SyntaxModel& model) {
  const std::string hint = "the sections are " + fmt::format("{}", fmt::join(section_words().begin() + 1,
                                                                             section_words().end(), ", "));
  if (at_rule_parameter() || at(TokenKind::box)) {
    complain(tokens_[position_].span, "a rule must be in the section `rules` or `init`",
             "write `rules` before the first rule");
    bool ignored = false;
    parse_printed_rules(model.rules, false, ignored);
    return;
  }
  if (at(TokenKind::name) && is_closing_word(peek().text)) {
    complain(peek().span, fmt::format("`{}` has nothing to close here", peek().text), "remove it");
    advance();
    return;
  }
  if (at(TokenKind::name) && !at(TokenKind::assign, 1) && correct_word(section_words(), "a section")) return;
  if (at(TokenKind::name) && at_formula_start(1)) {
    const Token name = advance();
    complain(peek().span, fmt::format("expected `:` after `{}`, found {}", name.text, found()),
             fmt::format("a property is written `{}: formula`", name.text));
    SyntaxProperty property;
    property.name = {std::string(name.text), name.span};
    parse_formula(property);
    property.span = span_from(name);
    model.properties.push_back(std::move(property));
    return;
  }
  if (!tokens_[position_].starts_line) {
    fail_here("an operator or a new section");
  } else if (at_assignment()) {
    fail_here("a section", "statements belong in a rule; an initial value is written `name: type := value`");
  } else {
    fail_here("a section", hint);
  }
}

// A name and a colon. A missing name or colon is reported, and parsing goes on after it.
Name Parser::parse_property_name(const std::string& word) {
  const std::string hint = fmt::format("write `{} name: ...`", word);
  const bool named =
      at_name_colon() || (at(TokenKind::name) && !at_section() && at_operand_start(1) &&
                          !at(TokenKind::left_parenthesis, 1) && !is_reserved_word(peek().text));
  if (!named && (at_operand_start() || at(TokenKind::box) || at(TokenKind::minus))) {
    complain(peek().span, fmt::format("expected a name and `:` after `{}`, found {}", word, found()), hint);
    return {"", peek().span};
  }
  Name name = parse_name(fmt::format("a name after `{}`", word), hint);
  if (!accept(TokenKind::colon) && !recovering_) {
    complain(tokens_[position_].span, fmt::format("expected `:` after `{}`, found {}", name.text, found()),
             hint);
  }
  return name;
}

void Parser::parse_invariant(SyntaxModel& model, const std::string& section) {
  SyntaxProperty property;
  const Token word = tokens_[position_ - 1];
  property.kind = section == "lemma" ? SyntaxPropertyKind::lemma : SyntaxPropertyKind::invariant;
  property.name = parse_property_name(section);
  if (at_word("no") && at_word("deadlock", 1)) {
    fail(peek().span,
         fmt::format("freedom from deadlock is not {}", section == "lemma" ? "a lemma" : "an invariant"),
         fmt::format("write `property {}: no deadlock`", property.name.text));
  }
  property.formula = parse_state_predicate();
  const std::string kind = section == "lemma" ? "a lemma" : "an invariant";
  refuse_under(kind,
               fmt::format("leave it out, or write `property {}: G (...) under fair`", property.name.text));
  property.span = span_from(word);
  model.properties.push_back(std::move(property));
}

void Parser::parse_property(SyntaxModel& model, bool named_by_word) {
  SyntaxProperty property;
  const Token first = peek();
  if (named_by_word) {
    advance();
    property.name = parse_property_name("property");
  } else {
    property.name = parse_name("the name of a property");
    advance();
    if (at_type(0)) {
      complain(peek().span,
               fmt::format("expected the formula of the property `{}`, found a type", property.name.text),
               fmt::format(
                   "if `{}` is a variable or a type, it belongs behind `var` or `type`, with a `;` before it",
                   property.name.text));
      recovering_ = true;
      return;
    }
  }
  if (at_word("no") && at(TokenKind::name, 1) && !is_reserved_word(peek(1).text) && !at_name_colon(1)) {
    advance();
    expect_word("deadlock", "after `no`", "write `property NAME: no deadlock`");
    property.kind = SyntaxPropertyKind::no_deadlock;
    if (at_word("if")) {
      complain(peek().span, "expected `unless` and the allowed end states, found `if`",
               "write `no deadlock unless ...`");
    }
    if (accept_word("unless") || accept_word("if")) {
      property.formula = parse_state_predicate();
    }
    refuse_under("freedom from deadlock",
                 "leave it out: fairness does not change which states are reachable");
  } else {
    parse_formula(property);
  }
  property.span = span_from(first);
  model.properties.push_back(std::move(property));
}

void Parser::parse_formula(SyntaxProperty& property) {
  temporal_ = Temporal::allowed;
  property.formula = parse_expression();
  temporal_ = Temporal::unknown;
  if (accept_word("under")) parse_under(property);
}

void Parser::parse_under(SyntaxProperty& property) {
  if (at_word("fairness") && !peek().starts_line) {
    complain(peek().span, "expected the name of an assumption after `under`, found `fairness`",
             "write `under fair`, `under processes`, `under messages` or `under` an assumption of the model");
    advance();
    return;
  }
  property.under = parse_name("a name after `under`", "write `under fair`");
  if (at_word("and") || at(TokenKind::and_) || at(TokenKind::comma)) {
    fail(peek().span, "a property has one fairness assumption",
         "declare one that has all parts, such as `fairness both: processes, messages`, and write `under "
         "both`");
  }
}

// `under NAME` behind a property that is not temporal, with an error.
void Parser::refuse_under(const std::string& what, const std::string& hint) {
  if (!at_word("under") || at_name_colon()) return;
  fail(peek().span, fmt::format("{} has no fairness assumption", what), hint);
}

}  // namespace quorate
