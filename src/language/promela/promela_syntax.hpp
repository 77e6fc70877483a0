// The syntax tree of a parametric Promela text: what was written, before names are resolved.
#pragma once

#include <string>
#include <vector>

#include "language/promela/promela_lexer.hpp"
#include "model/threshold_model.hpp"

namespace quorate {

enum class PromelaExpressionKind {
  number,
  name,
  member,    // Proc:variable
  at_label,  // Proc@label
  operation,
};

struct PromelaExpression {
  PromelaExpressionKind kind = PromelaExpressionKind::number;
  TermKind operation = TermKind::constant;
  Span span;
  std::int64_t value = 0;
  std::string macro;  // of a number: the macro it came from
  std::string name;
  std::string member;
  std::vector<PromelaExpression> operands;
  int height = 1;  // of the tree, which later passes walk recursively: the parser keeps it small
};

enum class PromelaStatementKind {
  expression,
  assign,
  havoc,
  assume,
  assert_,
  choice,  // if ... fi
  loop,    // do ... od
  atomic,
  else_,
  jump,  // goto
  label,
  nothing,      // skip, printf
  declaration,  // of a local variable
};

struct PromelaDeclaration {
  std::string name;
  Span span;
  std::vector<PromelaExpression> initial;  // none or one
};

struct PromelaStatement {
  PromelaStatementKind kind = PromelaStatementKind::nothing;
  Span span;
  std::string name;  // assign, havoc: the variable; jump, label: the label
  Span name_span;
  PromelaExpression expression;
  std::vector<std::vector<PromelaStatement>> branches;  // choice, loop; atomic has one
  std::vector<PromelaDeclaration> declarations;
};

struct PromelaFormula {
  TemporalKind kind = TemporalKind::truth;
  Span span;
  std::string name;   // proposition
  std::string label;  // of Proc@label
  std::vector<PromelaFormula> operands;
  int height = 1;
};

struct PromelaProcess {
  std::string name;
  Span span;
  PromelaExpression count;
  std::vector<PromelaStatement> body;
};

struct PromelaProposition {
  std::string name;
  Span span;
  std::string text;  // its tokens
  PromelaExpression expression;
};

struct PromelaProperty {
  std::string name;
  Span span;
  std::string text;  // its tokens
  PromelaFormula formula;
};

struct PromelaText {
  std::vector<PromelaDeclaration> parameters;
  std::vector<PromelaDeclaration> shared;
  std::vector<PromelaExpression> assumptions;
  std::vector<std::string> status_names;  // mtype
  std::vector<PromelaProposition> propositions;
  std::vector<PromelaProcess> processes;
  std::vector<PromelaProperty> properties;
  std::vector<PromelaPragma> pragmas;
};

PromelaText parse_promela(PreprocessedPromela preprocessed, Diagnostics& diagnostics);

// Expressions alone, as in the value of a pragma; none if there are errors.
std::vector<PromelaExpression> parse_promela_expressions(const std::string& text, Span place,
                                                         Diagnostics& diagnostics);

}  // namespace quorate
