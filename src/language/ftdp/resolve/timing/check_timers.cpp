// A timer is a Boolean variable of its role. `set` and `cancel` assign it; a rule on its expiry has it in its
// guard and clears it first.
//
// In an eventually synchronous network it must be known when an expiry is early (faults/kinds/timing.hpp). So
// a rule that takes a message sets or cancels a timer in all its executions or in none, and likewise the rule
// of a shorter timer sends to all processes in all its executions or never. A rule that does so sometimes is
// an error: its cases are rules of their own.
#include "language/ftdp/resolve/timing/check_timers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/kinds/detectors.hpp"
#include "faults/kinds/recovery.hpp"
#include "faults/kinds/timing.hpp"
#include "language/ftdp/resolve/expressions/check_expressions.hpp"
#include "language/ftdp/resolve/expressions/check_fold.hpp"
#include "model/make_expression.hpp"

namespace quorate {
namespace {

std::int32_t find_timer(const Role& role, const std::string& name) {
  for (std::size_t v = 0; v < role.variables.size(); ++v) {
    if (role.variables[v].timer && role.variables[v].name == name) return static_cast<std::int32_t>(v);
  }
  return -1;
}

std::vector<std::string> timer_names(const Role& role) {
  std::vector<std::string> names;
  for (const Variable& variable : role.variables) {
    if (variable.timer) names.push_back(variable.name);
  }
  return names;
}

void report_unknown(FtdpChecker& checker, const Role& role, const Name& name) {
  const auto known = timer_names(role);
  checker.error(name.span, fmt::format("{} has no timer `{}`", role.name, name.text),
                suggest(name.text, known, fmt::format("declare it: `timer {} of {}`", name.text, role.name)));
}

// The role of a timer; invalid after an error.
RoleId role_of(FtdpChecker& checker, const Name& name) {
  const auto found = checker.roles.find(name.text);
  if (found != checker.roles.end()) return found->second;
  report_unknown_role(checker, name);
  return {};
}

void declare_timer(FtdpChecker& checker, const SyntaxTimer& syntax) {
  const RoleId id = role_of(checker, syntax.role);
  if (!id.valid()) return;
  Role& role = checker.model.roles[id.index()];
  const auto& variables = role.variables;
  const auto same = std::ranges::find(variables, syntax.name.text, &Variable::name);
  if (same != variables.end() || syntax.name.text == "status" || syntax.name.text == "msg") {
    checker.error(syntax.name.span,
                  fmt::format("{} already has a variable `{}`", role.name, syntax.name.text),
                  "give the timer another name");
    return;
  }
  Variable variable;
  variable.name = syntax.name.text;
  variable.type = checker.model.boolean_type;
  variable.timer = true;
  variable.initial_value = InitialValue::expression;
  variable.initial = constant(checker.model.boolean_type, syntax.set ? 1 : 0, syntax.name.span);
  variable.span = syntax.name.span;
  role.variables.push_back(std::move(variable));
}

// The timer that `longer than` names: of the role that is named, of the same one, or of the only one that has
// it.
std::optional<std::pair<RoleId, std::int32_t>> shorter_timer(FtdpChecker& checker, RoleId own,
                                                             const Name& name,
                                                             const std::optional<Name>& role) {
  if (role) own = role_of(checker, *role);
  if (!own.valid()) return std::nullopt;
  if (const std::int32_t timer = find_timer(checker.model.role(own), name.text); timer >= 0)
    return std::pair(own, timer);
  std::vector<std::pair<RoleId, std::int32_t>> found;
  for (std::size_t r = 0; r < checker.model.roles.size() && !role; ++r) {
    const std::int32_t timer = find_timer(checker.model.roles[r], name.text);
    if (timer >= 0) found.emplace_back(RoleId(static_cast<std::int64_t>(r)), timer);
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    report_unknown(checker, checker.model.role(own), name);
  } else {
    checker.error(name.span, fmt::format("several roles have a timer `{}`", name.text),
                  fmt::format("write `longer than {} of ROLE`", name.text));
  }
  return std::nullopt;
}

void order_timer(FtdpChecker& checker, const SyntaxTimer& syntax) {
  const auto found = checker.roles.find(syntax.role.text);
  if (found == checker.roles.end()) return;
  const RoleId role = found->second;
  const std::int32_t timer = find_timer(checker.model.role(role), syntax.name.text);
  if (timer < 0) return;
  for (const auto& [name, of_role] : syntax.longer) {
    const auto shorter = shorter_timer(checker, role, name, of_role);
    if (!shorter) continue;
    checker.model.timer_orders.push_back({role, timer, shorter->first, shorter->second});
    if (is_shorter(checker.model, role, timer, role, timer))
      checker.error(name.span, fmt::format("`{}` would be longer than itself", syntax.name.text));
  }
}

Expr timer_of_self(FtdpScope& scope, const Name& name) {
  return process_variable(scope, local_value(scope, scope.self, name.span), name, name.span);
}

void check_written_timer(FtdpChecker& checker, const Rule& rule, std::int32_t timer) {
  if (rule.receive.kind == ReceiveKind::none || rule.byzantine) return;
  if (writes_timer(rule, timer) != Does::sometimes) return;
  const Role& role = checker.model.role(rule.role);
  const std::string& name = role.variables[static_cast<std::size_t>(timer)].name;
  checker.error(rule.name_span,
                fmt::format("`{}` writes the timer `{}` under a condition, so that it is not known when an "
                            "expiry is early",
                            rule.name, name),
                "in an eventually synchronous network write a rule for each case, with the condition after "
                "`when`");
}

void check_postponed(FtdpChecker& checker, const Rule& shorter, const Rule& expiry) {
  const Model& model = checker.model;
  if (!is_shorter(model, shorter.role, shorter.expiry, expiry.role, expiry.expiry)) return;
  for (const Rule& rule : model.rules) {
    if (!takes_from(model, rule, expiry.role, shorter.role)) continue;
    if (writes_timer(rule, expiry.expiry) == Does::never) continue;
    if (sends_to_all(model, shorter, rule.receive.message_kind, expiry.role) != Does::sometimes) continue;
    checker.error(
        shorter.name_span,
        fmt::format("`{}` sends {} under a condition or not to all, so that it is not known when an "
                    "expiry of the longer timer of {} is early",
                    shorter.name, model.message(rule.receive.message_kind).name,
                    model.role(expiry.role).name),
        "in an eventually synchronous network write the condition after `when`, and send `to all`");
    return;
  }
}

void check_synchrony(FtdpChecker& checker, Span span) {
  const Model& model = checker.model;
  if (model.channels.synchronous)
    checker.error(span, "synchronous channels are always synchronous", "remove this line");
  if (model.channels.lossy)
    checker.error(span, "a network that loses messages is not eventually synchronous",
                  "write `reliable` in the `channels` line");
  // A beat that a fault loses would make expiries early for ever.
  for (const FaultAssumption& line : model.faults) {
    if (line.kind != FaultKind::lowered || line.word == recovery_word || line.word == detector_word) continue;
    checker.error(span, fmt::format("an eventually synchronous network cannot have `{}` faults", line.word),
                  "say by `justice` what holds from some time on");
  }
  for (const Rule& rule : model.rules) {
    const auto& variables = model.role(rule.role).variables;
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (variables[v].timer) check_written_timer(checker, rule, static_cast<std::int32_t>(v));
    }
    for (const Rule& expiry : model.rules) {
      if (rule.expiry >= 0 && expiry.expiry >= 0) check_postponed(checker, rule, expiry);
    }
  }
}

}  // namespace

void declare_timers(FtdpChecker& checker) {
  for (const SyntaxTimer& timer : checker.syntax.timers) declare_timer(checker, timer);
  for (const SyntaxTimer& timer : checker.syntax.timers) order_timer(checker, timer);
}

bool is_timer(const Model& model, const Expr& place) {
  return place.kind == ExprKind::variable &&
         model.role(place.role).variables[static_cast<std::size_t>(place.index)].timer;
}

void check_timer_statement(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out) {
  FtdpChecker& checker = scope.checker;
  if (scope.body != BodyKind::rule || !scope.role.valid()) {
    checker.error(syntax.span, "only a rule can set or cancel a timer",
                  "a timer is off at first; `timer election of server initially set` sets it");
    return;
  }
  const Role& role = checker.model.role(scope.role);
  if (find_timer(role, syntax.bound.text) < 0) return report_unknown(checker, role, syntax.bound);
  out.push_back(assignment(timer_of_self(scope, syntax.bound),
                           constant(checker.model.boolean_type, syntax.sets ? 1 : 0, syntax.span),
                           syntax.span));
}

void add_expiry(FtdpScope& scope, const Name& timer, Rule& rule) {
  FtdpChecker& checker = scope.checker;
  const Role& role = checker.model.role(rule.role);
  rule.expiry = find_timer(role, timer.text);
  if (rule.expiry < 0) return report_unknown(checker, role, timer);
  const Expr place = timer_of_self(scope, timer);
  const bool no_guard = rule.guard.kind == ExprKind::constant && rule.guard.value == 1;
  rule.guard = no_guard ? place
                        : combined(ExprKind::logical_and, checker.model.boolean_type,
                                   {place, std::move(rule.guard)}, timer.span);
  rule.body.insert(rule.body.begin(),
                   assignment(place, constant(checker.model.boolean_type, 0, timer.span), timer.span));
  for (std::size_t& point : rule.sync_points) ++point;
}

void check_timers(FtdpChecker& checker) {
  for (const Role& role : checker.model.roles) {
    for (std::size_t v = 0; v < role.variables.size(); ++v) {
      const Variable& variable = role.variables[v];
      const bool expires = std::ranges::any_of(checker.model.rules, [&](const Rule& rule) {
        return checker.model.role(rule.role).name == role.name && rule.expiry == static_cast<std::int32_t>(v);
      });
      if (variable.timer && !expires)
        checker.warning(variable.span, fmt::format("nothing happens when `{}` expires", variable.name),
                        fmt::format("write a rule `on expiry of {}`", variable.name));
    }
  }
  if (!checker.syntax.eventually_synchronous) return;
  checker.model.eventually_synchronous = true;
  if (!checker.diagnostics.has_errors()) check_synchrony(checker, *checker.syntax.eventually_synchronous);
}

}  // namespace quorate
