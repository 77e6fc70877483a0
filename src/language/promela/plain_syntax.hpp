// The syntax tree of a Promela text of fixed size: what was written, before names are resolved.
#pragma once

#include <string>
#include <vector>

#include "language/promela/promela_cursor.hpp"
#include "language/promela/promela_lexer.hpp"
#include "model/plain_model.hpp"

namespace quorate {

struct PlainSyntax {
  enum class Kind { number, name, remote_variable, remote_label, channel, operation } kind = Kind::number;
  PlainOperator op = PlainOperator::constant;
  Span span;
  std::int64_t value = 0;
  std::string name;      // a variable, or the proctype of a remote reference
  std::string member;    // of a remote reference; of a channel: len, empty, full, nempty or nfull
  bool indexed = false;  // name[operands[0]]; of a remote reference: the process's number
  std::vector<PlainSyntax> operands;
  int height = 1;
};

struct PlainFormula {
  TemporalKind kind = TemporalKind::truth;
  Span span;
  PlainSyntax expression;  // proposition
  std::vector<PlainFormula> operands;
  int height = 1;
};

struct PlainDeclaration {
  PlainVariable variable;
  std::vector<PlainSyntax> initial;  // none or one
};

struct PlainArgumentText {
  PlainSyntax expression;
  bool evaluated = false;  // eval(e)
};

struct PlainStatement {
  enum class Kind {
    guard,
    assign,
    check,
    send,
    receive,
    nothing,
    choice,
    loop,
    atomic,
    d_step,
    else_,
    jump,
    leave,
    declaration
  };
  Kind kind = Kind::nothing;
  Span span;
  std::vector<std::string> labels;
  std::string name;  // jump: the label; send, receive: the channel
  PlainSyntax target;
  PlainSyntax expression;
  std::vector<PlainArgumentText> arguments;  // send, receive
  std::vector<std::vector<PlainStatement>> branches;
  std::vector<PlainDeclaration> declarations;
};

struct PlainProcessText {
  std::string name;
  Span span;
  std::vector<PlainSyntax> count;  // none: one
  std::vector<PlainStatement> body;
};

struct PlainPropertyText {
  std::string name;
  Span span;
  std::string text;
  PlainFormula formula;
};

struct PlainText {
  std::vector<PlainDeclaration> globals;
  std::vector<PlainChannel> channels;
  std::vector<std::vector<std::pair<std::string, Span>>> mtype_names;  // by declaration
  std::vector<PlainProcessText> processes;
  std::vector<PlainPropertyText> properties;
};

// Whether a text is Promela as SPIN reads it: it has processes, and none of the words that only parametric
// Promela has.
bool is_plain_promela(const std::vector<PromelaToken>& tokens);

PlainSyntax parse_plain_expression(PromelaCursor& cursor);
PlainFormula parse_plain_formula(PromelaCursor& cursor);
PlainText parse_plain_promela(PreprocessedPromela preprocessed, Diagnostics& diagnostics);

}  // namespace quorate
