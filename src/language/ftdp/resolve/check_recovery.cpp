#include "language/ftdp/resolve/check_recovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "faults/kinds/recovery.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {

namespace {

bool recovers(const Model& model, RoleId role) {
  return std::ranges::any_of(model.faults, [&](const FaultAssumption& line) {
    return line.word == recovery_word && std::ranges::find(line.roles, role) != line.roles.end();
  });
}

std::string line_for(const std::string& role) {
  return fmt::format("write `faults {}: at most 1 down at once`", role);
}

// Assignments of initial rules, also those in branches and loops.
void collect_assignments(const std::vector<Stmt>& body, std::vector<const Stmt*>& all) {
  for (const Stmt& statement : body) {
    if (statement.kind == StmtKind::assign) all.push_back(&statement);
    collect_assignments(statement.body, all);
    collect_assignments(statement.else_body, all);
  }
}

void warn_about_initial_values(FtdpChecker& checker) {
  const Model& model = checker.model;
  std::vector<const Stmt*> all;
  for (const InitialRule& rule : model.initial_rules) collect_assignments(rule.body, all);
  std::set<std::pair<std::int32_t, std::int32_t>> warned;
  for (const Stmt* const statement : all) {
    const Expr* place = &statement->target;
    while (place->kind == ExprKind::field || place->kind == ExprKind::element) place = &place->child(0);
    if (place->kind != ExprKind::variable || !recovers(model, place->role)) continue;
    const Variable& variable = model.role(place->role).variables[static_cast<std::size_t>(place->index)];
    if (!is_volatile(variable) || !warned.insert({place->role.value, place->index}).second) continue;
    checker.warning(
        statement->span,
        fmt::format("a crash resets `{}` to the value of its declaration, not to this one", variable.name),
        "declare it as `durable` if a crash does not change it");
  }
}

}  // namespace

Recovery recovery_of(FtdpChecker& checker, const SyntaxFault& syntax) {
  Recovery recovery;
  recovery.each = syntax.each;
  recovery.recovers = syntax.recovers;
  if (!syntax.restarts) return recovery;
  recovery.restarts = constant_integer(checker, *syntax.restarts, "the number of restarts").value_or(0);
  if (*recovery.restarts < 0) {
    checker.error(syntax.restarts->span, fmt::format("the number of restarts is {}", *recovery.restarts),
                  "it must be 0 or more");
  }
  return recovery;
}

void add_recovery_rule(FtdpChecker& checker, const SyntaxRule& syntax, Rule rule) {
  if (syntax.guard) {
    checker.error(syntax.guard->span, "a recovery rule has no condition: it is a part of every restart",
                  "write an `if` in its body");
  }
  if (rule.byzantine) {
    checker.error(syntax.name.span, "a Byzantine process does not recover",
                  "write the rule without `byzantine`");
  }
  if (!syntax.parameters.empty()) {
    checker.error(syntax.parameters[0].name.span, "a recovery rule has no parameters",
                  "choose a value with `any` in its body");
  }
  const Rule* const other = recovery_rule(checker.model, rule.role);
  if (other != nullptr) {
    checker.error(syntax.name.span,
                  fmt::format("{} has two recovery rules", checker.model.role(rule.role).name),
                  fmt::format("the first is in line {}", checker.line(other->name_span)));
  }
  checker.model.recovery_rules.push_back(std::move(rule));
}

void check_recovery(FtdpChecker& checker) {
  for (std::size_t r = 0; r < checker.model.roles.size(); ++r) {
    if (!recovers(checker.model, RoleId(static_cast<std::int64_t>(r)))) continue;
    for (const Variable& variable : checker.model.roles[r].variables) {
      if (!is_volatile(variable) || !variable.type.valid()) continue;
      const std::string hint = "declare it as `durable`, or give it one initial value";
      if (variable.initial_value == InitialValue::distinct) {
        checker.error(
            variable.span,
            fmt::format("a crash cannot reset `{}`: its initial value is `distinct`", variable.name), hint);
      } else if (variable.initial_value == InitialValue::any && !checker.type(variable.type).scalar()) {
        checker.error(variable.span,
                      fmt::format("a crash cannot reset `{}`: its initial value is `any` of many values",
                                  variable.name),
                      hint);
      }
    }
  }
}

void warn_about_recovery(FtdpChecker& checker) {
  const Model& model = checker.model;
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    if (recovers(model, RoleId(static_cast<std::int64_t>(r)))) continue;
    const auto& variables = model.roles[r].variables;
    const auto durable = std::ranges::find_if(variables, &Variable::durable);
    if (durable == variables.end()) continue;
    checker.warning(durable->span,
                    fmt::format("`durable` has no effect: no {} crashes and recovers", model.roles[r].name),
                    line_for(model.roles[r].name));
  }
  for (const Rule& rule : model.recovery_rules) {
    const std::string& role = model.role(rule.role).name;
    if (recovers(model, rule.role)) continue;
    checker.warning(
        rule.name_span,
        fmt::format("the rule `{}` is never executed: no {} crashes and recovers", rule.name, role),
        line_for(role));
  }
  for (const Rule& rule : model.rules) {
    if (rule.sync_points.empty() || recovers(model, rule.role)) continue;
    const std::string& role = model.role(rule.role).name;
    checker.warning(
        rule.name_span,
        fmt::format("the `sync` of `{}` has no effect: no {} crashes and recovers", rule.name, role),
        line_for(role));
  }
  warn_about_initial_values(checker);
}

}  // namespace quorate
