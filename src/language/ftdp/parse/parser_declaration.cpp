// Declarations: parameters, roles, groups, messages, functions, monitors, variables. Where one ends and the
// next begins is often not marked, and a property begins like a variable, so another_declaration() looks
// ahead. `a, b: T` copies the tree of T for each name; the number of tokens copied in this way is limited.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "language/ftdp/parse/parser_impl.hpp"
#include "language/ftdp/parse/words.hpp"

namespace quorate {

namespace {

constexpr std::size_t kMostCopied = 1'000'000;

}  // namespace

// NAME ':=' constant {',' ...}
void Parser::parse_parameters(SyntaxModel& model) {
  do {
    SyntaxParameterDeclaration parameter;
    parameter.name = parse_name("the name of a parameter", "write `parameter n := 3`");
    if (at(TokenKind::equal)) {
      complain(peek().span, "expected `:=`, found `=`",
               fmt::format("write `{} := ...`", parameter.name.text));
      advance();
    } else {
      expect(TokenKind::assign, fmt::format("`:=` and a value after `{}`", parameter.name.text),
             "a parameter has a value, which --set may change");
    }
    parameter.value = parse_expression();
    model.parameters.push_back(std::move(parameter));
  } while (accept(TokenKind::comma));
}

void Parser::parse_role(SyntaxModel& model) {
  SyntaxRole role;
  role.name = parse_name("the name of a role", "write `role acceptor[n]`");
  const Token opening = peek();
  if (accept(TokenKind::left_bracket)) {
    role.count = parse_expression();
    expect_close(TokenKind::right_bracket, "]", opening);
  }
  accept(TokenKind::semicolon);
  if (recovering_) resume_at_section();
  bool of_model = false;
  while (!of_model) {
    const bool declares = at(TokenKind::name, 1) && (at(TokenKind::colon, 2) || at(TokenKind::comma, 2));
    if (declares && !at_section()) correct_word({"durable"}, "`var`, `durable` or another section");
    if (accept_word("var")) {
      parse_declarations(role.variables, Declared::variable);
    } else if (at_durable()) {
      parse_durable(role);
    } else if (at_word("monitor") && !at_word("var", 1) && !at_word("observe", 1)) {
      advance();
      const std::size_t known = role.monitors.size();
      parse_declarations(role.monitors, Declared::variable);
      of_model = at_word("observe");  // it was the model's monitor, which may follow a role directly
      if (of_model) {
        const auto first = role.monitors.begin() + static_cast<std::ptrdiff_t>(known);
        std::move(first, role.monitors.end(), std::back_inserter(model.monitor_variables));
        role.monitors.erase(first, role.monitors.end());
      }
    } else {
      break;
    }
  }
  model.roles.push_back(std::move(role));
  if (of_model) parse_monitor_parts(model);
}

// `durable` is a name wherever it can be one.
bool Parser::at_durable(std::size_t ahead) const {
  return at_word("durable", ahead) && at(TokenKind::name, ahead + 1);
}

// `durable term: 0..n := 0`: variables that a crash does not reset.
void Parser::parse_durable(SyntaxRole& role) {
  advance();
  accept_word("var");
  const std::size_t known = role.variables.size();
  parse_declarations(role.variables, Declared::variable);
  for (std::size_t k = known; k < role.variables.size(); ++k) role.variables[k].durable = true;
}

void Parser::parse_group(SyntaxModel& model) {
  SyntaxGroup group;
  group.name = parse_name("the name of a group", "write `group server = primary + backup`");
  if (at(TokenKind::assign) || at(TokenKind::colon)) {
    complain(peek().span, fmt::format("expected `=`, found {}", found()),
             "write `group server = primary + backup`");
    advance();
  } else {
    expect(TokenKind::equal, "`=` after the group's name", "write `group server = primary + backup`");
  }
  do {
    group.roles.push_back(parse_name("the name of a role"));
  } while (accept(TokenKind::plus) || accept(TokenKind::or_) || accept_word("or"));
  if (at(TokenKind::comma)) fail_here("`+` and another role", "write `group server = primary + backup`");
  model.groups.push_back(std::move(group));
}

void Parser::parse_messages(SyntaxModel& model) {
  do {
    SyntaxMessage message;
    message.name = parse_name("the name of a message", "write `message ACCEPT (number: 1..m)`");
    if (at(TokenKind::left_parenthesis)) parse_field_list(message.fields, Declared::field);
    message.is_signed = accept_word("signed");
    if (at_word("same") && at_word("for", 1)) parse_same_for(message);
    model.messages.push_back(std::move(message));
  } while (accept(TokenKind::comma));
}

// `same for round and view`
void Parser::parse_same_for(SyntaxMessage& message) {
  advance();
  advance();
  accept_word("each");
  do {
    message.same_for.push_back(parse_name("the name of a field", "write `same for round`"));
  } while (accept_word("and") || accept(TokenKind::and_));
}

void Parser::parse_function(SyntaxModel& model) {
  SyntaxFunction function;
  const std::string hint = "write `function larger(a: 0..n, b: 0..n): bool = a > b`";
  function.name = parse_name("the name of a function", hint);
  if (at(TokenKind::left_parenthesis)) {
    parse_field_list(function.parameters, Declared::parameter);
  } else {
    fail_here("`(` after the function's name", hint);
  }
  expect(TokenKind::colon, "`:` and the type of the result", hint);
  function.result = parse_type();
  if (!accept(TokenKind::assign)) expect(TokenKind::equal, "`=` and the function's value", hint);
  function.body = parse_expression();
  model.functions.push_back(std::move(function));
}

void Parser::parse_monitor(SyntaxModel& model) {
  if (!at(TokenKind::name) || (at_section() && !at_word("var") && !at_word("observe"))) {
    fail_here("variables or `observe`", "write `monitor var seen: bool := false; observe: seen := ...`");
    return;
  }
  if (!at_section()) parse_declarations(model.monitor_variables, Declared::variable);
  parse_monitor_parts(model);
}

void Parser::parse_monitor_parts(SyntaxModel& model) {
  while (true) {
    const bool listed = at(TokenKind::name) && !at_section() &&
                        (at(TokenKind::comma, 1) || (at(TokenKind::colon, 1) && !at_formula_start(2)));
    if (accept_word("var") || listed) {
      parse_declarations(model.monitor_variables, Declared::variable);
    } else if (accept_word("observe")) {
      accept(TokenKind::colon);
      parse_body(model.observe, false);
    } else {
      return;
    }
  }
}

void Parser::parse_declarations(std::vector<SyntaxDeclaration>& out, Declared declared) {
  bool another = true;
  while (another) {
    const std::size_t start = position_;
    parse_declaration(out, declared);
    if (recovering_) resume_in_declarations();
    if (at(TokenKind::comma) && at_name_colon(1)) {
      complain(peek().span, "expected `;` between two declarations, found `,`");
      tokens_[position_].kind = TokenKind::semicolon;
    }
    const bool separated = at(TokenKind::semicolon);
    while (accept(TokenKind::semicolon)) {
    }
    another = position_ > start && another_declaration(separated, declared);
  }
}

// Whether another declaration follows, rather than a property `NAME: formula` or another section. Printed
// protocols leave out a `;` here and there.
bool Parser::another_declaration(bool separated, Declared declared) {
  if (!at(TokenKind::name) || at_section()) return false;
  if (at(TokenKind::colon, 1) || at(TokenKind::comma, 1)) {
    if (at(TokenKind::colon, 1) && at_formula_start(2)) return false;
    if (separated || declared == Declared::type || declared == Declared::printed_variable) return true;
    if (at(TokenKind::colon, 1) && !at_type(2)) return false;
    complain({previous_span().end, previous_span().end},
             fmt::format("expected `;` before the declaration of {}", found()));
    return true;
  }
  if (!separated || is_reserved_word(peek().text)) return false;
  const bool misspelt_section =
      at(TokenKind::name, 1) &&
      (!meant_word(peek().text, section_words()).empty() || !meant_word(peek().text, {"durable"}).empty());
  return !misspelt_section;
}

void Parser::parse_declared_name(std::vector<Name>& names, Declared declared) {
  if (declared == Declared::field || declared == Declared::role_field) {
    names.push_back(parse_field_name("the name of a field"));
  } else if (declared == Declared::type) {
    names.push_back(parse_name("the name of a type", "write `name: type;`"));
  } else {
    names.push_back(
        parse_name(declared == Declared::parameter ? "the name of a parameter" : "the name of a variable",
                   "write `name: type`"));
  }
}

int Parser::parse_declaration(std::vector<SyntaxDeclaration>& out, Declared declared) {
  std::vector<Name> names;
  do {
    parse_declared_name(names, declared);
  } while (accept(TokenKind::comma));
  if (at(TokenKind::equal)) {
    complain(peek().span, "expected `:`, found `=`", fmt::format("write `{}: type`", names.back().text));
    advance();
  } else {
    expect(TokenKind::colon, fmt::format("`:` and a type after `{}`", names.back().text));
  }
  const std::size_t start = position_;
  const std::size_t copied = copied_;
  role_record_next_ = declared == Declared::printed_variable;
  TypeTree type = parse_type_tree(false);
  role_record_next_ = false;
  const auto initial = parse_initial(declared);
  const std::size_t copies = (position_ - start + copied_ - copied) * (names.size() - 1);
  if (copied_ + copies > kMostCopied) {
    fail(type.type.span, "these declarations are too large", "give the type a name in a `type` section");
    names.resize(1);
  }
  copied_ += copies;
  for (Name& name : names) {
    SyntaxDeclaration declaration{std::move(name), type.type, std::nullopt};
    if (initial) declaration.initial = initial->expr;
    out.push_back(std::move(declaration));
  }
  return std::max(type.height, initial ? initial->height : 0) + 1;
}

std::optional<Parser::Tree> Parser::parse_initial(Declared declared) {
  if (!at(TokenKind::assign) && !at(TokenKind::equal)) return std::nullopt;
  if (declared == Declared::printed_variable) {
    complain(peek().span, "the variables of a `var` section get their values in `init`",
             "assign it in a rule of `init`, or declare the variable in a `role`");
  } else if (declared != Declared::variable && declared != Declared::role_field) {
    complain(peek().span, "only a variable has an initial value");
  } else if (at(TokenKind::equal)) {
    complain(peek().span, "expected `:=` and the initial value, found `=`", "write `name: type := value`");
  }
  advance();
  return parse_whole();
}

// '(' declarations, separated by commas or semicolons ')'
void Parser::parse_field_list(std::vector<SyntaxDeclaration>& out, Declared declared) {
  const Token opening = advance();
  while (!at(TokenKind::right_parenthesis)) {
    parse_declaration(out, declared);
    if (!accept(TokenKind::comma) && !accept(TokenKind::semicolon)) break;
  }
  expect_close(TokenKind::right_parenthesis, ")", opening);
  if (recovering_) resume_behind(TokenKind::right_parenthesis);
}

}  // namespace quorate
