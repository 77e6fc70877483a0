// The body is walked in the order of execution. A choice is early if it is at the top level of the body and
// no statement before it changes what the choice, or a condition on the way to it, reads: then a guard can
// test whether a value is a candidate. Inside a function, a `let` expression or another quantifier a choice
// would be made several times, for different values of names, so that it cannot become a parameter.
#include "export/translation/choices.hpp"

#include <algorithm>

#include "analysis/walk.hpp"

namespace quorate {

namespace {

bool is_choice(const Expr& e) {
  return e.kind == ExprKind::quantifier &&
         (e.quantifier == Quantifier::any || e.quantifier == Quantifier::argmax ||
          e.quantifier == Quantifier::argmin);
}

bool is_true(const Expr& e) {
  return e.kind == ExprKind::constant && e.value != 0;
}

class Finder {
 public:
  explicit Finder(const Model& model) : model_(model) {}

  void statements(const std::vector<Stmt>& list, std::int64_t turns, bool top) {
    for (const Stmt& statement : list) {
      for (const Expr* e : own_expressions(statement)) expression(*e, statement, turns, top, {}, "");
      std::int64_t inner = turns;
      if (statement.kind == StmtKind::loop) {
        inner *= static_cast<std::int64_t>(model_.values_of(statement.domain_type).size());
      }
      statements(statement.body, inner, false);
      statements(statement.else_body, inner, false);
      before_.push_back(&statement);
    }
  }

  std::vector<Choice> found;

 private:
  void expression(const Expr& e, const Stmt& statement, std::int64_t turns, bool top,
                  const std::vector<Expr>& path, const std::string& problem) {
    if (is_choice(e)) {
      Choice choice{&e, &statement, turns, false, false, path, problem};
      choice.free =
          e.quantifier == Quantifier::any && !e.has_domain_set && is_true(e.child(0)) && is_true(e.child(1));
      choice.early = top && !affected_by(model_, e, before_);
      for (const Expr& condition : path) choice.early &= !affected_by(model_, condition, before_);
      found.push_back(std::move(choice));
    }
    if (e.kind == ExprKind::call) in_function(e, statement);
    const bool binder = e.kind == ExprKind::quantifier || e.kind == ExprKind::let;
    const std::string inner = binder ? "inside another quantifier or a `let` expression" : problem;
    for (std::size_t k = 0; k < e.children.size(); ++k) {
      expression(e.child(k), statement, turns, top, path_to(e, k, path), inner);
    }
  }

  // What must hold for the k-th child to be evaluated.
  static std::vector<Expr> path_to(const Expr& e, std::size_t k, std::vector<Expr> path) {
    const bool lazy = e.kind == ExprKind::conditional || e.kind == ExprKind::logical_and ||
                      e.kind == ExprKind::logical_or || e.kind == ExprKind::implies;
    if (!lazy || k == 0) return path;
    const bool negated = e.kind == ExprKind::logical_or || (e.kind == ExprKind::conditional && k == 2);
    if (!negated) {
      path.push_back(e.child(0));
      return path;
    }
    Expr otherwise;
    otherwise.kind = ExprKind::logical_not;
    otherwise.type = e.kind == ExprKind::conditional ? e.child(0).type : e.type;
    otherwise.children = {e.child(0)};
    path.push_back(std::move(otherwise));
    return path;
  }

  void in_function(const Expr& call, const Stmt& statement) {
    visit_expressions(model_, model_.function(call.function).body, [&](const Expr& inner) {
      if (is_choice(inner)) found.push_back({&inner, &statement, 1, false, false, {}, "inside a function"});
    });
  }

  const Model& model_;
  std::vector<const Stmt*> before_;
};

}  // namespace

std::vector<Choice> find_choices(const Model& model, const std::vector<Stmt>& body) {
  Finder finder(model);
  finder.statements(body, 1, true);
  return finder.found;
}

bool affected_by(const Model& model, const Expr& expression, const std::vector<const Stmt*>& statements) {
  bool affected = false;
  const auto reads = [&](const Expr& e) {
    for (const Stmt* statement : statements) {
      if (statement->kind == StmtKind::undefine_role) affected |= e.kind == ExprKind::variable;
      if (statement->kind == StmtKind::let)
        affected |= e.kind == ExprKind::local && e.local == statement->local;
      if (statement->kind != StmtKind::assign && statement->kind != StmtKind::undefine) continue;
      const Expr& root = place_root(statement->target);
      affected |= e.kind == root.kind && e.index == root.index && e.role == root.role;
    }
  };
  visit_expressions(model, expression, reads);
  return affected;
}

}  // namespace quorate
