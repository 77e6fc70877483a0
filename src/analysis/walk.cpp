// Every part is visited on every way to it: the body of a function once for each call. Functions can call
// each other so that this is exponential in the text, which is why the budget is asked here.
#include "analysis/walk.hpp"

#include "base/budget.hpp"

namespace quorate {

void visit_expressions(const Model& model, const Expr& expression, const ExprVisitor& visit) {
  Budget::ask();
  visit(expression);
  for (const Expr& child : expression.children) visit_expressions(model, child, visit);
  if (expression.kind == ExprKind::call) {
    visit_expressions(model, model.function(expression.function).body, visit);
  }
}

void visit_expressions(const Model& model, const std::vector<Stmt>& statements, const ExprVisitor& visit) {
  visit_statements(statements, [&](const Stmt& statement) {
    visit_expressions(model, statement.target, visit);
    visit_expressions(model, statement.value, visit);
    visit_expressions(model, statement.recipient, visit);
    for (const Expr& argument : statement.arguments) visit_expressions(model, argument, visit);
  });
}

void visit_expressions(const Model& model, const Formula& formula, const ExprVisitor& visit) {
  if (formula.kind == FormulaKind::atom) visit_expressions(model, formula.predicate, visit);
  for (const Formula& child : formula.children) visit_expressions(model, child, visit);
}

const Expr& place_root(const Expr& place) {
  const Expr* at = &place;
  while (at->kind == ExprKind::field || at->kind == ExprKind::element) at = &at->child(0);
  return *at;
}

std::vector<const Expr*> own_expressions(const Stmt& s) {
  switch (s.kind) {
    case StmtKind::assign:
    case StmtKind::set_outgoing:
      return {&s.target, &s.value};
    case StmtKind::undefine:
      return {&s.target};
    case StmtKind::branch:
    case StmtKind::let:
      return {&s.value};
    case StmtKind::loop:
      if (s.has_domain_set) return {&s.value};
      return {};
    case StmtKind::send: {
      std::vector<const Expr*> all;
      for (const Expr& argument : s.arguments) all.push_back(&argument);
      if (s.recipients != Recipients::all) all.push_back(&s.recipient);
      return all;
    }
    default:
      return {};
  }
}

void visit_statements(const std::vector<Stmt>& statements, const std::function<void(const Stmt&)>& visit) {
  Budget::ask();
  for (const Stmt& statement : statements) {
    visit(statement);
    visit_statements(statement.body, visit);
    visit_statements(statement.else_body, visit);
  }
}

}  // namespace quorate
