// A monitor must not change the protocol. A value that was read from a monitor variable may be written to
// monitor variables only, and may not decide anything else: guards, what is sent, indices of ordinary
// variables, and conditions of branches and loops that contain more than monitor updates. Names bound by
// `let` and functions are followed.
#include <fmt/format.h>

#include <optional>

#include "language/ftdp/resolve/check_locality.hpp"

namespace quorate {
namespace {

// Follows the values that come from monitor variables through `let` and functions.
class MonitorWalk {
 public:
  explicit MonitorWalk(FtdpChecker& checker) : checker_(checker) {}

  // Reports every use of a monitor variable in an expression that decides what the rule does.
  void behaviour(const Expr& e) {
    if (const auto name = read_of(e)) {
      checker_.error(e.span, fmt::format("rules must not depend on the monitor variable `{}`", *name),
                     "make it an ordinary variable (`var`) if the protocol needs it");
      return;
    }
    for (const Expr& child : e.children) behaviour(child);
  }

  void stmts(const std::vector<Stmt>& all) {
    for (const Stmt& stmt : all) statement(stmt);
  }

 private:
  FtdpChecker& checker_;
  std::map<LocalId, std::string> derived_;
  std::map<FunctionId, std::optional<std::string>> functions_;  // what their bodies read

  [[nodiscard]] const Variable* monitor_variable(const Expr& e) const {
    if (e.kind == ExprKind::monitor_variable) {
      return &checker_.model.monitor.variables[static_cast<std::size_t>(e.index)];
    }
    if (e.kind != ExprKind::variable) return nullptr;
    const Variable& variable = checker_.model.role(e.role).variables[static_cast<std::size_t>(e.index)];
    return variable.monitor ? &variable : nullptr;
  }

  // The monitor variable that this node itself reads.
  std::optional<std::string> read_of(const Expr& e) {
    if (const Variable* variable = monitor_variable(e)) return variable->name;
    if (e.kind == ExprKind::local) {
      const auto found = derived_.find(e.local);
      if (found != derived_.end()) return found->second;
    }
    if (e.kind == ExprKind::call && !checker_.recursive_functions) {
      return function_reads(e.function);
    }
    return {};
  }

  std::optional<std::string> function_reads(FunctionId id) {
    const auto found = functions_.find(id);
    if (found != functions_.end()) return found->second;
    return functions_[id] = body_reads(checker_.model.function(id).body);
  }

  std::optional<std::string> body_reads(const Expr& e) {
    if (const Variable* variable = monitor_variable(e)) return variable->name;
    if (e.kind == ExprKind::call) {
      if (auto name = function_reads(e.function)) return name;
    }
    for (const Expr& child : e.children) {
      if (auto name = body_reads(child)) return name;
    }
    return {};
  }

  std::optional<std::string> reads(const Expr& e) {
    if (auto name = read_of(e)) return name;
    for (const Expr& child : e.children) {
      if (auto name = reads(child)) return name;
    }
    return {};
  }

  [[nodiscard]] bool writes_monitor(const Stmt& stmt) const {
    const Expr* root = &stmt.target;
    while (root->kind == ExprKind::field || root->kind == ExprKind::element) root = root->children.data();
    return monitor_variable(*root) != nullptr;
  }

  [[nodiscard]] bool only_monitors(const std::vector<Stmt>& all) const {
    for (const Stmt& stmt : all) {
      const bool write = stmt.kind == StmtKind::assign || stmt.kind == StmtKind::undefine;
      const bool inner = stmt.kind == StmtKind::branch || stmt.kind == StmtKind::loop;
      if (stmt.kind == StmtKind::let || (write && writes_monitor(stmt))) continue;
      if (!inner || !only_monitors(stmt.body) || !only_monitors(stmt.else_body)) return false;
    }
    return true;
  }

  // The indices in a place decide where is written; its root is written, not read.
  void place(const Expr& e) {
    if (e.kind == ExprKind::element) behaviour(e.child(1));
    if (e.kind == ExprKind::field || e.kind == ExprKind::element) place(e.child(0));
  }

  void statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::assign:
      case StmtKind::undefine:
        if (writes_monitor(stmt)) return;
        place(stmt.target);
        behaviour(stmt.value);
        return;
      case StmtKind::let:
        if (auto name = reads(stmt.value)) derived_[stmt.local] = *name;
        return;
      case StmtKind::branch:
      case StmtKind::loop:
        if (!only_monitors(stmt.body) || !only_monitors(stmt.else_body)) behaviour(stmt.value);
        stmts(stmt.body);
        stmts(stmt.else_body);
        return;
      case StmtKind::send:
      case StmtKind::set_outgoing:
        behaviour(stmt.target);
        behaviour(stmt.value);
        behaviour(stmt.recipient);
        for (const Expr& argument : stmt.arguments) behaviour(argument);
        return;
      case StmtKind::undefine_role:
        return;
    }
  }
};

}  // namespace

void check_rule_monitors(FtdpChecker& checker, const Rule& rule) {
  MonitorWalk walk(checker);
  walk.behaviour(rule.guard);
  walk.stmts(rule.body);
}

}  // namespace quorate
