// A loop in which an init rule assigns all variables of a process would join the parts of the process,
// though it means no more than one loop for each variable. If every variable that a turn reads or writes is
// one of the loop's own process, then turns are independent, and each statement of the body may have a loop
// of its own. A loop over processes within such a turn would access others, and is left as it is.
#include "analysis/symmetry/separate_loops.hpp"

#include <algorithm>

#include "analysis/walk.hpp"

namespace quorate {

namespace {

bool separable(const Model& model, const Stmt& loop) {
  if (loop.kind != StmtKind::loop || loop.has_domain_set || loop.body.size() < 2) return false;
  if (model.type(loop.domain_type).kind != TypeKind::process) return false;
  bool alone = true;
  visit_statements(loop.body, [&](const Stmt& statement) {
    const bool plain = statement.kind == StmtKind::assign || statement.kind == StmtKind::undefine ||
                       statement.kind == StmtKind::branch || statement.kind == StmtKind::loop;
    alone = alone && plain;
  });
  visit_expressions(model, loop.body, [&](const Expr& e) {
    // Which variables a call reads depends on its parameters, which are not followed here.
    if (e.kind == ExprKind::monitor_variable || e.kind == ExprKind::call) alone = false;
    if (e.kind != ExprKind::variable && e.kind != ExprKind::status) return;
    alone = alone && e.child(0).kind == ExprKind::local && e.child(0).local == loop.local;
  });
  return alone;
}

void rename(Expr& e, LocalId from, LocalId to) {
  if (e.kind == ExprKind::local && e.local == from) e.local = to;
  for (Expr& child : e.children) rename(child, from, to);
}

void rename(Stmt& statement, LocalId from, LocalId to) {
  for (Expr* e : {&statement.target, &statement.value, &statement.recipient}) rename(*e, from, to);
  for (Stmt& inner : statement.body) rename(inner, from, to);
  for (Stmt& inner : statement.else_body) rename(inner, from, to);
}

std::vector<Stmt> separated(const Model& model, const std::vector<Stmt>& body, Frame& frame) {
  std::vector<Stmt> result;
  for (const Stmt& statement : body) {
    if (!separable(model, statement)) {
      result.push_back(statement);
      continue;
    }
    for (const Stmt& turn : statement.body) {
      Stmt loop = statement;
      loop.local = LocalId(static_cast<std::int64_t>(frame.size()));
      frame.push_back(frame[statement.local.index()]);
      loop.body = {turn};
      rename(loop.body[0], statement.local, loop.local);
      result.push_back(std::move(loop));
    }
  }
  return result;
}

}  // namespace

std::optional<Model> with_separate_loops(const Model& model) {
  const auto some = [&](const Stmt& statement) { return separable(model, statement); };
  const bool any = std::ranges::any_of(
      model.initial_rules, [&](const InitialRule& rule) { return std::ranges::any_of(rule.body, some); });
  if (!any) return std::nullopt;
  Model result = model;
  for (InitialRule& rule : result.initial_rules) rule.body = separated(model, rule.body, rule.frame);
  return result;
}

}  // namespace quorate
