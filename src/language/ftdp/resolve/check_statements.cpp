// Statements, and which places a body may write: a rule its own process's variables (check_locality.cpp),
// `observe` monitor variables, an initial rule any variable and the status. Assignments of whole messages
// or records become one assignment for each field.
#include "language/ftdp/resolve/check_statements.hpp"

#include <fmt/format.h>

#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"
#include "language/ftdp/resolve/timing/check_timers.hpp"

namespace quorate {
namespace {

Stmt statement(StmtKind kind, Span span) {
  Stmt stmt;
  stmt.kind = kind;
  stmt.span = span;
  return stmt;
}

const Expr& root_of(const Expr& place) {
  const Expr* root = &place;
  while (root->kind == ExprKind::field || root->kind == ExprKind::element) root = root->children.data();
  return *root;
}

bool is_monitor_place(const FtdpChecker& checker, const Expr& root) {
  if (root.kind == ExprKind::monitor_variable) return true;
  return root.kind == ExprKind::variable &&
         checker.model.role(root.role).variables[static_cast<std::size_t>(root.index)].monitor;
}

// Whether this body may write the place; reports if not.
bool may_write(FtdpScope& scope, const Expr& place, const SyntaxExpr& syntax) {
  FtdpChecker& checker = scope.checker;
  const std::string text(checker.source.excerpt(syntax.span));
  const Expr& root = root_of(place);
  if (!is_place(place)) {
    checker.error(
        syntax.span, fmt::format("`{}` is not a variable", text),
        root.kind == ExprKind::local ? "a name bound by a parameter, `let` or `for` keeps its value" : "");
    return false;
  }
  if (scope.body == BodyKind::rule && is_timer(checker.model, root)) {
    const auto& variables = checker.model.role(root.role).variables;
    const std::string& timer = variables[static_cast<std::size_t>(root.index)].name;
    checker.error(syntax.span, fmt::format("`{}` is a timer", text),
                  fmt::format("write `set {}` or `cancel {}`", timer, timer));
    return false;
  }
  if (root.kind == ExprKind::message_field) {
    checker.error(syntax.span, "a received message cannot be changed", "copy what you need into a variable");
    return false;
  }
  if (root.kind == ExprKind::status && scope.body != BodyKind::initial_rule) {
    checker.error(syntax.span, "only an `init` rule may set the status of a process",
                  "the search lets faulty processes crash by itself");
    return false;
  }
  if (scope.body == BodyKind::observe && !is_monitor_place(checker, root)) {
    checker.error(syntax.span, fmt::format("a monitor only watches: it cannot change `{}`", text),
                  "declare a `monitor` variable for what it remembers");
    return false;
  }
  return true;
}

Expr check_target(FtdpScope& scope, const SyntaxExpr& syntax) {
  if (is_message(scope, syntax)) {
    scope.checker.error(syntax.span, "a received message cannot be changed",
                        "copy what you need into a variable");
    return broken(syntax.span);
  }
  Expr place = check_expression(scope, syntax);
  if (is_broken(place) || !may_write(scope, place, syntax)) return broken(syntax.span);
  return place;
}

void assign_record(FtdpScope& scope, const SyntaxStmt& syntax, const Expr& target, std::vector<Stmt>& out) {
  const auto fields = scope.checker.type(target.type).fields;
  const std::string what = fmt::format("`{}`", scope.checker.source.excerpt(syntax.target.span));
  auto values = check_record_value(scope, syntax.value, fields, what);
  if (!values) return;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    Stmt stmt = statement(StmtKind::assign, syntax.span);
    stmt.target = field_of(scope.checker, target, i, target.span);
    stmt.value = std::move((*values)[i]);
    out.push_back(std::move(stmt));
  }
}

void check_assign(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out) {
  if (is_outgoing(syntax.target)) return check_outgoing(scope, syntax, out);
  Stmt stmt = statement(StmtKind::assign, syntax.span);
  stmt.target = check_target(scope, syntax.target);
  const std::string what = fmt::format("`{}`", scope.checker.source.excerpt(syntax.target.span));
  if (is_broken(stmt.target)) {
    scope.undefined_allowed = true;
    if (!is_message(scope, syntax.value) && !needs_context(scope, syntax.value))
      check_expression(scope, syntax.value);
    scope.undefined_allowed = false;
    return;
  }
  if (scope.checker.is(stmt.target.type, TypeKind::record) && is_message(scope, syntax.value)) {
    return assign_record(scope, syntax, stmt.target, out);
  }
  stmt.value = check_value(scope, syntax.value, stmt.target.type, what);
  out.push_back(std::move(stmt));
}

void undefine_process(FtdpScope& scope, const Expr& process, Span span, std::vector<Stmt>& out) {
  const FtdpChecker& checker = scope.checker;
  const RoleId id = checker.type(process.type).roles[0];
  for (const auto& variable : checker.model.role(id).variables) {
    if (variable.monitor) continue;
    Stmt stmt = statement(StmtKind::undefine, span);
    stmt.target = process_variable(scope, process, {variable.name, span}, span);
    out.push_back(std::move(stmt));
  }
}

// `undefine leader`, for all its processes. Monitor variables keep their values: a role that has some is
// undefined by a loop over its other variables.
void undefine_role(FtdpScope& scope, RoleId id, Span span, std::vector<Stmt>& out) {
  const Role& role = scope.checker.model.role(id);
  bool monitors = false;
  for (const auto& variable : role.variables) monitors = monitors || variable.monitor;
  if (!monitors) {
    Stmt stmt = statement(StmtKind::undefine_role, span);
    stmt.role = id;
    out.push_back(std::move(stmt));
    return;
  }
  const FtdpInnerScope inner(scope);
  Stmt loop = statement(StmtKind::loop, span);
  loop.domain_type = role.type;
  loop.local = scope.bind("", role.type);
  undefine_process(scope, local_value(scope, loop.local, span), span, loop.body);
  out.push_back(std::move(loop));
}

void check_undefine(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out) {
  FtdpChecker& checker = scope.checker;
  const SyntaxExpr& target = syntax.target;
  if (is_outgoing(target)) {
    checker.error(syntax.span, "a message that is not assigned is not sent: there is nothing to undefine");
    return;
  }
  const bool name = target.kind == SyntaxExprKind::name;
  if (name && meaning_of(scope, target.name.text) == NameMeaning::role) {
    if (scope.body == BodyKind::initial_rule) {
      return undefine_role(scope, checker.roles.at(target.name.text), syntax.span, out);
    }
    checker.error(target.span, fmt::format("only an `init` rule may undefine all of {}", target.name.text),
                  fmt::format("write `undefine {}[i]` for one process", target.name.text));
    return;
  }
  const bool one = target.kind == SyntaxExprKind::index && !target.children.empty() &&
                   target.children[0].kind == SyntaxExprKind::name &&
                   meaning_of(scope, target.children[0].name.text) == NameMeaning::role;
  if (one) {
    const Expr process = check_expression(scope, target);
    if (is_broken(process)) return;
    if (scope.body == BodyKind::observe) {
      checker.error(target.span, "a monitor only watches: it cannot change a process");
      return;
    }
    return undefine_process(scope, process, syntax.span, out);
  }
  Stmt stmt = statement(StmtKind::undefine, syntax.span);
  stmt.target = check_target(scope, target);
  if (is_broken(stmt.target)) return;
  if (root_of(stmt.target).kind == ExprKind::status) {
    checker.error(syntax.span, "the status of a process cannot be undefined");
    return;
  }
  out.push_back(std::move(stmt));
}

void check_branch(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out) {
  Stmt stmt = statement(StmtKind::branch, syntax.span);
  stmt.value = check_boolean(scope, syntax.value, "the condition of `if`");
  stmt.body = check_statements(scope, syntax.body);
  stmt.else_body = check_statements(scope, syntax.else_body);
  out.push_back(std::move(stmt));
}

void check_loop(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out) {
  if (syntax.domain.size() != 1) return;
  Stmt stmt = statement(StmtKind::loop, syntax.span);
  BinderDomain domain = check_domain(scope, syntax.domain[0]);
  stmt.domain_type = domain.type;
  if (domain.set) {
    stmt.has_domain_set = true;
    stmt.value = std::move(*domain.set);
  }
  if (domain.type.valid() && scope.checker.type(domain.type).positions != 0) {
    scope.checker.error(syntax.span, "messages that are taken together have no order to execute a loop in",
                        "use all, some, count, sum, max or min of their fields");
    return;
  }
  const FtdpInnerScope inner(scope);
  stmt.local = scope.bind(syntax.bound.text, domain.type);
  stmt.body = check_statements(scope, syntax.body);
  out.push_back(std::move(stmt));
}

void check_let(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out) {
  FtdpChecker& checker = scope.checker;
  Stmt stmt = statement(StmtKind::let, syntax.span);
  stmt.value = check_expression(scope, syntax.value);
  TypeId type = stmt.value.type;
  if (type.valid() && !checker.type(type).simple()) {
    checker.error(syntax.value.span, fmt::format("`let` cannot name {}", describe(checker, type)),
                  "name one of its parts");
    type = {};
  }
  stmt.local = scope.bind(syntax.bound.text, type);
  out.push_back(std::move(stmt));
}

// A crash at the `sync` keeps what the statements before it have written.
void check_sync(FtdpScope& scope, const SyntaxStmt& syntax, const std::vector<Stmt>& before) {
  if (scope.body != BodyKind::rule) {
    scope.checker.error(syntax.span, "only a rule can have a `sync`",
                        "it marks what a process has written to its disk when it crashes");
  } else if (scope.depth > 1) {
    scope.checker.error(syntax.span,
                        "a `sync` stands between the statements of the rule, not inside `if` or `for`",
                        "write one rule for each case");
  } else {
    scope.sync_points.push_back(before.size());
  }
}

}  // namespace

std::vector<Stmt> check_statements(FtdpScope& scope, const std::vector<SyntaxStmt>& syntax) {
  std::vector<Stmt> out;
  if (syntax.empty()) return out;
  const FtdpNesting nesting(scope);
  if (nesting.exceeded(syntax.front().span)) return out;
  const FtdpInnerScope inner(scope);
  for (const auto& stmt : syntax) {
    switch (stmt.kind) {
      case SyntaxStmtKind::assign:
        check_assign(scope, stmt, out);
        break;
      case SyntaxStmtKind::undefine:
        check_undefine(scope, stmt, out);
        break;
      case SyntaxStmtKind::branch:
        check_branch(scope, stmt, out);
        break;
      case SyntaxStmtKind::loop:
        check_loop(scope, stmt, out);
        break;
      case SyntaxStmtKind::let:
        check_let(scope, stmt, out);
        break;
      case SyntaxStmtKind::send:
        check_send(scope, stmt, out);
        break;
      case SyntaxStmtKind::sync:
        check_sync(scope, stmt, out);
        break;
      case SyntaxStmtKind::timer:
        check_timer_statement(scope, stmt, out);
        break;
      case SyntaxStmtKind::skip:
        break;
    }
  }
  return out;
}

}  // namespace quorate
