// A rule may use variables of its own process only, also through functions. Which names are that process is
// followed through `let` and through the arguments of calls; a function is checked once for each set of
// parameters that are the process. Conservative: a process value that merely equals the own one is refused.
#include "language/ftdp/resolve/check_locality.hpp"

#include <fmt/format.h>

#include <utility>

namespace quorate {
namespace {

// Walks one rule, or one function called with some of its arguments being the rule's process.
class LocalityWalk {
 public:
  LocalityWalk(FtdpChecker& checker, const Rule& rule, std::set<LocalId> self)
      : checker_(checker), rule_(rule), self_(std::move(self)) {}

  void expr(const Expr& e) {
    if (e.kind == ExprKind::variable && !is_self(e.child(0))) {
      foreign_variable(e);
    } else if (e.kind == ExprKind::status) {
      checker_.error(e.span, "a rule cannot see the status of a process",
                     "only `init` rules, monitors and properties use it");
    } else if (e.kind == ExprKind::call && !checker_.recursive_functions) {
      call(e);
    }
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      expr(e.child(i));
      if (e.kind == ExprKind::let && i == 0 && is_self(e.child(0))) self_.insert(e.local);
    }
  }

  void stmts(const std::vector<Stmt>& all) {
    for (const Stmt& stmt : all) {
      expr(stmt.target);
      expr(stmt.value);
      expr(stmt.recipient);
      for (const Expr& argument : stmt.arguments) expr(argument);
      if (stmt.kind == StmtKind::let && is_self(stmt.value)) self_.insert(stmt.local);
      stmts(stmt.body);
      stmts(stmt.else_body);
    }
  }

 private:
  FtdpChecker& checker_;
  const Rule& rule_;
  std::set<LocalId> self_;
  std::map<std::pair<FunctionId, std::set<LocalId>>, std::string> known_;

  [[nodiscard]] bool is_self(const Expr& e) const {
    return e.kind == ExprKind::local && self_.contains(e.local);
  }

  [[nodiscard]] std::string rule_owner() const {
    return fmt::format("{} {}", checker_.model.role(rule_.role).name, rule_.frame[rule_.self.index()].name);
  }

  void foreign_variable(const Expr& e) {
    std::string process(checker_.source.excerpt(e.child(0).span));
    const std::string& role = checker_.model.role(e.role).name;
    if (process.find('[') == std::string::npos) process = role + " " + process;
    checker_.error(
        e.span,
        fmt::format("a rule of {} cannot use the variables of {}: processes share nothing but messages",
                    rule_owner(), process),
        "let the other process send the value in a message");
  }

  // Reports a call in which the function uses more than the rule's process.
  void call(const Expr& e) {
    const Function& function = checker_.model.function(e.function);
    std::set<LocalId> self;
    for (std::size_t i = 0; i < e.children.size() && i < function.parameters.size(); ++i) {
      if (is_self(e.child(i))) self.insert(function.parameters[i].local);
    }
    const std::string reason = foreign_part_of(e.function, self);
    if (reason.empty()) return;
    checker_.error(
        e.span,
        fmt::format("a rule of {} cannot call `{}` here: it uses {}", rule_owner(), function.name, reason),
        "processes share nothing but messages: let the other process send the value in a message");
  }

  // Answers are kept: a function is followed once for each set of parameters that are the process.
  std::string foreign_part_of(FunctionId id, const std::set<LocalId>& self) {
    const auto found = known_.find({id, self});
    if (found != known_.end()) return found->second;
    std::set<LocalId> names = self;
    return known_[{id, self}] = foreign_part(checker_.model.function(id).body, names);
  }

  // What a function's body uses beyond the process; empty if nothing.
  std::string foreign_part(const Expr& e, std::set<LocalId>& self) {
    const auto own = [&](const Expr& x) { return x.kind == ExprKind::local && self.contains(x.local); };
    if (e.kind == ExprKind::variable && !own(e.child(0))) {
      return fmt::format("the variables of {} processes of {}", e.role == rule_.role ? "other" : "the",
                         checker_.model.role(e.role).name);
    }
    if (e.kind == ExprKind::status) return "the status of a process";
    if (e.kind == ExprKind::call) {
      const Function& function = checker_.model.function(e.function);
      std::set<LocalId> inner;
      for (std::size_t i = 0; i < e.children.size() && i < function.parameters.size(); ++i) {
        if (own(e.child(i))) inner.insert(function.parameters[i].local);
      }
      auto reason = foreign_part_of(e.function, inner);
      if (!reason.empty()) return reason;
    }
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      auto reason = foreign_part(e.child(i), self);
      if (!reason.empty()) return reason;
      if (e.kind == ExprKind::let && i == 0 && own(e.child(0))) self.insert(e.local);
    }
    return {};
  }
};

void report_choices(FtdpChecker& checker, const Expr& e, std::set<FunctionId>& followed) {
  const bool selects = e.kind == ExprKind::quantifier &&
                       (e.quantifier == Quantifier::any || e.quantifier == Quantifier::argmax ||
                        e.quantifier == Quantifier::argmin);
  if (selects) {
    checker.error(e.span,
                  "a property cannot choose: this does not determine which of several elements is meant",
                  "use `all`, `exists`, `max` or `min`");
  }
  if (e.kind == ExprKind::call && followed.insert(e.function).second) {
    report_choices(checker, checker.model.function(e.function).body, followed);
  }
  for (const Expr& child : e.children) report_choices(checker, child, followed);
}

}  // namespace

void check_rule_locality(FtdpChecker& checker, const Rule& rule) {
  LocalityWalk walk(checker, rule, {rule.self});
  walk.expr(rule.guard);
  walk.stmts(rule.body);
}

void check_no_choice(FtdpChecker& checker, const Expr& predicate) {
  std::set<FunctionId> followed;
  report_choices(checker, predicate, followed);
}

}  // namespace quorate
