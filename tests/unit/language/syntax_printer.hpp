// Helpers of the lexer's and parser's tests: parse a text or one expression, and print a tree with every
// grouping in parentheses, so that a test can state the tree it expects in one line.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "language/ftdp/parse/parser.hpp"

namespace quorate::test {

inline std::string operator_name(SyntaxOp op) {
  static const std::map<SyntaxOp, std::string> names = {
      {SyntaxOp::minus, "-"},
      {SyntaxOp::not_, "not"},
      {SyntaxOp::add, "+"},
      {SyntaxOp::subtract, "-"},
      {SyntaxOp::multiply, "*"},
      {SyntaxOp::divide, "/"},
      {SyntaxOp::modulo, "mod"},
      {SyntaxOp::equal, "="},
      {SyntaxOp::not_equal, "!="},
      {SyntaxOp::less, "<"},
      {SyntaxOp::less_equal, "<="},
      {SyntaxOp::greater, ">"},
      {SyntaxOp::greater_equal, ">="},
      {SyntaxOp::and_, "and"},
      {SyntaxOp::or_, "or"},
      {SyntaxOp::implies, "=>"},
      {SyntaxOp::iff, "<=>"},
      {SyntaxOp::in, "in"},
      {SyntaxOp::not_in, "not in"},
      {SyntaxOp::subset, "subset"},
      {SyntaxOp::set_union, "union"},
      {SyntaxOp::set_intersection, "intersect"},
      {SyntaxOp::set_difference, "\\"},
      {SyntaxOp::next, "X"},
      {SyntaxOp::eventually, "F"},
      {SyntaxOp::always, "G"},
      {SyntaxOp::until, "U"},
      {SyntaxOp::release, "R"},
      {SyntaxOp::weak_until, "W"},
      {SyntaxOp::on_all_paths, "A"},
      {SyntaxOp::on_some_path, "E"},
  };
  return names.at(op);
}

inline std::string quantifier_name(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::all:
      return "all";
    case Quantifier::exists:
      return "some";
    case Quantifier::count:
      return "count";
    case Quantifier::sum:
      return "sum";
    case Quantifier::maximum:
      return "max";
    case Quantifier::minimum:
      return "min";
    case Quantifier::argmax:
      return "argmax";
    case Quantifier::argmin:
      return "argmin";
    case Quantifier::any:
      return "any";
    case Quantifier::comprehension:
      return "set";
  }
  return "?";
}

std::string show(const SyntaxExpr& expr);

inline std::string show(const SyntaxType& type) {
  switch (type.kind) {
    case SyntaxTypeKind::named:
      return show(type.bounds.at(0));
    case SyntaxTypeKind::range:
      return show(type.bounds.at(0)) + ".." + show(type.bounds.at(1));
    case SyntaxTypeKind::boolean:
      return "bool";
    case SyntaxTypeKind::role:
      return "role[" + show(type.bounds.at(0)) + "]";
    case SyntaxTypeKind::array:
      return "array[" + show(type.parts.at(0)) + "] of " + show(type.parts.at(1));
    case SyntaxTypeKind::set:
      return "set of " + show(type.parts.at(0));
    case SyntaxTypeKind::signers:
      return (type.bounds.size() > 1 ? "at least " + show(type.bounds.at(1)) + " " : "") +
             (type.one_signer ? "signer of " : "signers of ") + show(type.bounds.at(0));
    case SyntaxTypeKind::enumeration: {
      std::string text = "enum {";
      for (const Name& literal : type.literals) text += (text.back() == '{' ? "" : ",") + literal.text;
      return text + "}";
    }
    case SyntaxTypeKind::record: {
      std::string text = "record ";
      for (const auto& field : type.fields) text += field.name.text + ": " + show(field.type) + "; ";
      return text + "end";
    }
  }
  return "?";
}

inline std::string show_quantifier(const SyntaxExpr& expr) {
  std::string text =
      quantifier_name(expr.quantifier) + "(" + expr.bound.text + ": " + show(expr.domain.at(0));
  if (expr.has_filter) text += " where " + show(expr.children.at(1));
  text += " | " + show(expr.children.at(0));
  if (expr.has_default) text += " else " + show(expr.children.back());
  return text + ")";
}

inline std::string show_list(const SyntaxExpr& expr) {
  std::string text;
  for (std::size_t i = 0; i < expr.children.size(); ++i) {
    if (i > 0) text += ", ";
    if (!expr.argument_names.empty() && !expr.argument_names.at(i).text.empty()) {
      text += expr.argument_names.at(i).text + ": ";
    }
    text += show(expr.children[i]);
  }
  return text;
}

// The tree as a text in which every operator has its own parentheses.
inline std::string show(const SyntaxExpr& expr) {
  const auto child = [&](std::size_t i) { return show(expr.children.at(i)); };
  switch (expr.kind) {
    case SyntaxExprKind::number:
      return std::to_string(expr.number);
    case SyntaxExprKind::name:
      return expr.name.text;
    case SyntaxExprKind::outgoing:
      return "2" + expr.name.text;
    case SyntaxExprKind::member_of:
      return child(0) + "." + expr.name.text;
    case SyntaxExprKind::index:
      return child(0) + "[" + child(1) + "]";
    case SyntaxExprKind::call:
      return expr.name.text + "(" + show_list(expr) + ")";
    case SyntaxExprKind::prefix:
      return "(" + operator_name(expr.op) + " " + child(0) + ")";
    case SyntaxExprKind::infix:
      return "(" + child(0) + " " + operator_name(expr.op) + " " + child(1) + ")";
    case SyntaxExprKind::conditional:
      return "(if " + child(0) + " then " + child(1) + " else " + child(2) + ")";
    case SyntaxExprKind::set_literal:
      return "{" + show_list(expr) + "}";
    case SyntaxExprKind::quantifier:
      return show_quantifier(expr);
    case SyntaxExprKind::any_of:
      return "(any " + child(0) + ")";
    case SyntaxExprKind::let:
      return "(let " + expr.name.text + " = " + child(0) + " in " + child(1) + ")";
  }
  return "?";
}

inline std::string show(const std::vector<SyntaxStmt>& statements);

inline std::string show(const SyntaxStmt& stmt) {
  switch (stmt.kind) {
    case SyntaxStmtKind::assign:
      return show(stmt.target) + " := " + show(stmt.value);
    case SyntaxStmtKind::undefine:
      return "undefine " + show(stmt.target);
    case SyntaxStmtKind::branch:
      return "if " + show(stmt.value) + " then " + show(stmt.body) +
             (stmt.else_body.empty() ? "" : " else " + show(stmt.else_body)) + " endif";
    case SyntaxStmtKind::loop:
      return "for " + stmt.bound.text + ": " + show(stmt.domain.at(0)) + " do " + show(stmt.body) + " endfor";
    case SyntaxStmtKind::let:
      return "let " + stmt.bound.text + " := " + show(stmt.value);
    case SyntaxStmtKind::send:
      return "send " + show(stmt.target) + " to " + (stmt.recipients == SyntaxRecipients::all ? "all " : "") +
             show(stmt.value);
    case SyntaxStmtKind::skip:
      return "skip";
    case SyntaxStmtKind::sync:
      return "sync";
    case SyntaxStmtKind::timer:
      return (stmt.sets ? "set " : "cancel ") + stmt.bound.text;
  }
  return "?";
}

inline std::string show(const std::vector<SyntaxStmt>& statements) {
  std::string text;
  for (const SyntaxStmt& stmt : statements) text += (text.empty() ? "" : "; ") + show(stmt);
  return text;
}

struct Parsed {
  SourceText source;
  Diagnostics diagnostics;
  SyntaxModel model;

  explicit Parsed(const std::string& text) : source("test.ftdp", text) {
    model = parse_ftdp(source, diagnostics);
  }
  [[nodiscard]] std::string messages() const { return render(diagnostics, source); }
  // "line:column message" of every error, in order.
  [[nodiscard]] std::vector<std::string> errors() const {
    std::vector<std::string> result;
    for (const Diagnostic& error : diagnostics.sorted()) {
      const LineColumn place = source.locate(error.span.begin);
      result.push_back(std::to_string(place.line) + ":" + std::to_string(place.column) + " " + error.message);
    }
    return result;
  }
};

// The text of an expression, as in a guard, and of a formula, as in a property. An error fails the test.
inline std::string expression(const std::string& text) {
  const Parsed parsed("rule r of r p: when " + text + " do skip");
  EXPECT_EQ(parsed.messages(), "") << text;
  return parsed.model.rules.empty() || !parsed.model.rules[0].guard ? "" : show(*parsed.model.rules[0].guard);
}

inline std::string formula(const std::string& text, const std::string& before = "") {
  const Parsed parsed(before + " property p: " + text);
  EXPECT_EQ(parsed.messages(), "") << text;
  return parsed.model.properties.empty() ? "" : show(*parsed.model.properties[0].formula);
}

inline std::string statements(const std::string& text) {
  const Parsed parsed("rule r of r p: do " + text);
  EXPECT_EQ(parsed.messages(), "") << text;
  return parsed.model.rules.empty() ? "" : show(parsed.model.rules[0].body);
}

inline std::string type(const std::string& text) {
  const Parsed parsed("role r var x: " + text);
  EXPECT_EQ(parsed.messages(), "") << text;
  return parsed.model.roles.empty() || parsed.model.roles[0].variables.empty()
             ? ""
             : show(parsed.model.roles[0].variables[0].type);
}

}  // namespace quorate::test
