// The bodies: headings are declared first, then guard and statements are checked, then what a rule may use
// (locality, monitors). Functions are checked before all bodies; recursion is found depth-first over their
// calls and reported once for each cycle, and no later check follows calls then.
#include "language/ftdp/resolve/check_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/check_locality.hpp"
#include "language/ftdp/resolve/check_recovery.hpp"
#include "language/ftdp/resolve/check_statements.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_conversions.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"
#include "language/ftdp/resolve/timing/check_detectors.hpp"
#include "language/ftdp/resolve/timing/check_timers.hpp"

namespace quorate {
namespace {

void check_rule(FtdpChecker& checker, const SyntaxRule& syntax) {
  FtdpScope scope(checker, BodyKind::rule);
  Rule rule;
  rule.name = syntax.name.text;
  rule.span = syntax.span;
  rule.name_span = syntax.name.span;
  rule.byzantine = syntax.byzantine;
  rule.guard = boolean(checker, true, syntax.name.span);
  if (!check_heading(scope, syntax, rule)) return;
  scope.guard = true;
  if (syntax.guard) rule.guard = check_boolean(scope, *syntax.guard, "the guard of a rule");
  scope.guard = false;
  rule.body = check_statements(scope, syntax.body);
  rule.sync_points = scope.sync_points;
  if (syntax.expiry) add_expiry(scope, *syntax.expiry, rule);
  rule.answers = std::move(scope.answers);
  rule.frame = std::move(scope.frame);
  check_answers(checker, rule);
  check_rule_locality(checker, rule);
  check_rule_monitors(checker, rule);
  if (syntax.on_recovery) {
    add_recovery_rule(checker, syntax, std::move(rule));
  } else {
    checker.model.rules.push_back(std::move(rule));
  }
}

void check_initial_rule(FtdpChecker& checker, const SyntaxRule& syntax) {
  FtdpScope scope(checker, BodyKind::initial_rule);
  InitialRule rule;
  rule.name = syntax.name.text;
  rule.span = syntax.span;
  rule.guard = boolean(checker, true, syntax.name.span);
  std::map<std::string, Span> seen;
  for (const auto& parameter : syntax.parameters) {
    if (!checker.declare(seen, parameter.name, "the parameter")) continue;
    bind_parameter(scope, parameter, rule.parameters);
  }
  if (syntax.guard) rule.guard = check_boolean(scope, *syntax.guard, "the guard of a rule");
  rule.body = check_statements(scope, syntax.body);
  rule.frame = std::move(scope.frame);
  checker.model.initial_rules.push_back(std::move(rule));
}

void collect_calls(const Expr& expr, std::vector<FunctionId>& calls) {
  if (expr.kind == ExprKind::call) calls.push_back(expr.function);
  for (const Expr& child : expr.children) collect_calls(child, calls);
}

// Depth first; `path` holds the functions being visited.
bool find_cycle(const std::vector<std::vector<FunctionId>>& calls, FunctionId id,
                std::vector<ResolveState>& progress, std::vector<FunctionId>& path) {
  if (progress[id.index()] == ResolveState::done) return false;
  path.push_back(id);
  if (progress[id.index()] == ResolveState::running) return true;
  progress[id.index()] = ResolveState::running;
  for (const FunctionId next : calls[id.index()]) {
    if (find_cycle(calls, next, progress, path)) return true;
  }
  progress[id.index()] = ResolveState::done;
  path.pop_back();
  return false;
}

void report_recursion(FtdpChecker& checker) {
  std::vector<std::vector<FunctionId>> calls(checker.model.functions.size());
  for (std::size_t i = 0; i < calls.size(); ++i) collect_calls(checker.model.functions[i].body, calls[i]);
  std::vector<ResolveState> progress(calls.size(), ResolveState::not_started);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    std::vector<FunctionId> path;
    if (!find_cycle(calls, FunctionId(static_cast<std::int64_t>(i)), progress, path)) continue;
    const auto start = std::ranges::find(path, path.back());
    std::vector<std::string> names;
    for (auto step = start; step != path.end(); ++step) names.push_back(checker.model.function(*step).name);
    checker.error(
        checker.model.function(path.back()).span,
        fmt::format("the function `{}` calls itself: {}", names.front(), fmt::join(names, " calls ")),
        "a function must not be recursive");
    for (const FunctionId id : path) progress[id.index()] = ResolveState::done;
    checker.recursive_functions = true;
  }
}

}  // namespace

void check_function_bodies(FtdpChecker& checker) {
  for (const auto& syntax : checker.syntax.functions) {
    const auto found = checker.functions.find(syntax.name.text);
    if (found == checker.functions.end()) continue;
    if (checker.model.function(found->second).span != syntax.name.span) continue;
    FtdpScope scope(checker, BodyKind::function);
    for (const auto& local : checker.model.function(found->second).frame) scope.bind(local.name, local.type);
    const TypeId result = checker.model.function(found->second).result;
    Expr body = check_expression(scope, syntax.body, result);
    body = convert(scope, std::move(body), result, fmt::format("the result of `{}`", syntax.name.text));
    Function& function = checker.model.functions[found->second.index()];
    function.body = std::move(body);
    function.frame = std::move(scope.frame);
  }
  report_recursion(checker);
}

void check_initial_rules(FtdpChecker& checker) {
  std::map<std::string, Span> seen;
  for (const auto& rule : checker.syntax.initial_rules) {
    if (!rule.name.text.empty()) checker.declare(seen, rule.name, "the initial rule");
    check_initial_rule(checker, rule);
  }
}

void check_rules(FtdpChecker& checker) {
  std::map<std::string, Span> seen;
  for (const auto& rule : checker.syntax.rules) {
    if (!rule.name.text.empty()) checker.declare(seen, rule.name, "the rule");
    check_rule(checker, rule);
  }
  if (checker.syntax.rules.empty()) checker.warning({}, "the model has no rule: nothing ever happens");
}

void check_observe(FtdpChecker& checker) {
  FtdpScope scope(checker, BodyKind::observe);
  checker.model.monitor.observe = check_statements(scope, checker.syntax.observe);
  checker.model.monitor.frame = std::move(scope.frame);
}

}  // namespace quorate
