// How much of crashes with recovery a property can see. Each form below leaves out steps of the next one, and
// docs/soundness/models.md ("Crashes with recovery") argues that invariants cannot tell the difference:
//
//   left out   nothing is lost in a crash, so that a process that is down is one that waits
//   restarts   a process that is down does nothing, so that its crash can be moved to its restart
//   between    a message that a crash keeps from being sent is one that is never received
//   within     all steps
//
// "Never received" needs that a message more in a channel disables nothing: no order in channels, no full
// channel, no absent messages, and no property about states without a step.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/variables.hpp"
#include "analysis/walk.hpp"
#include "faults/kinds/recovery.hpp"

namespace quorate {

namespace {

bool is_line(const FaultAssumption& line) {
  return line.kind == FaultKind::lowered && line.word == recovery_word;
}

std::set<RoleId> roles_that_recover(const Model& model) {
  std::set<RoleId> roles;
  for (const FaultAssumption& line : model.faults) {
    if (is_line(line)) roles.insert(line.roles.begin(), line.roles.end());
  }
  return roles;
}

// No process ever crashes: every role is named by a line that allows none.
bool nobody_crashes(const Model& model) {
  return std::ranges::all_of(roles_that_recover(model), [&](RoleId role) {
    return model.role(role).count == 0 || std::ranges::any_of(model.faults, [&](const FaultAssumption& line) {
             return is_line(line) && line.count == 0 &&
                    std::ranges::find(line.roles, role) != line.roles.end();
           });
  });
}

bool restarts_are_limited(const Model& model) {
  return std::ranges::any_of(model.faults, [](const FaultAssumption& line) {
    return is_line(line) && line.recovery.restarts.has_value();
  });
}

bool reads_volatile(const Model& model, RoleId role, const Expr& e) {
  return e.kind == ExprKind::variable && e.role == role &&
         is_volatile(model.role(role).variables[static_cast<std::size_t>(e.index)]);
}

// A role whose volatile variables the property reads, or "".
std::string role_read(const Model& model, const Property* property) {
  if (property == nullptr) return "";
  for (const RoleId role : roles_that_recover(model)) {
    bool reads = false;
    visit_expressions(model, property->predicate,
                      [&](const Expr& e) { reads = reads || reads_volatile(model, role, e); });
    if (reads) return model.role(role).name;
  }
  return "";
}

std::string role_observed(const Model& model) {
  for (const RoleId role : roles_that_recover(model)) {
    bool reads = false;
    visit_expressions(model, model.monitor.observe,
                      [&](const Expr& e) { reads = reads || reads_volatile(model, role, e); });
    if (reads) return model.role(role).name;
  }
  return "";
}

// Why a message more in a channel could change the answer, or why the property sees more than states.
std::string against_fewer_steps(const Model& model, const Property* property) {
  if (property != nullptr && property->kind == PropertyKind::no_deadlock)
    return "a crash can cause a deadlock";
  if (property != nullptr && property->kind == PropertyKind::temporal)
    return "a process that is down takes no steps";
  if (model.channels.fifo) return "in a FIFO channel a message that was not sent lets later ones through";
  if (model.channels.synchronous) return "in a synchronous system processes notice crashes";
  if (model.channels.bound) return "a message that was not sent leaves room in a channel of bounded size";
  if (const std::string role = role_observed(model); !role.empty())
    return fmt::format("`observe` looks at variables of {} that a crash can reset", role);
  return "";
}

std::string against_leaving_out(const Model& model, const Property* property) {
  if (nobody_crashes(model)) return "";
  if (const std::string reason = against_fewer_steps(model, property); !reason.empty()) return reason;
  for (const RoleId role : roles_that_recover(model)) {
    if (has_volatile_variables(model.role(role)))
      return fmt::format("{} has variables that a crash resets", model.role(role).name);
    if (recovery_rule(model, role) != nullptr)
      return fmt::format("{} has a recovery rule", model.role(role).name);
    for (const Rule& rule : model.rules) {
      if (rule.role == role && !rule.sync_points.empty())
        return fmt::format("a crash can strike at the `sync` of `{}`", rule.name);
    }
  }
  return "";
}

std::string against_restarts_alone(const Model& model, const Property* property) {
  if (const std::string reason = against_fewer_steps(model, property); !reason.empty()) return reason;
  const std::string role = role_read(model, property);
  if (!role.empty() && restarts_are_limited(model))
    return fmt::format("it looks at {} after the last restart", role);
  if (!role.empty() && !model.recovery_rules.empty())
    return fmt::format("it looks at {} between crash and restart", role);
  for (const Rule& rule : model.rules) {
    if (rule.sync_points.empty() || !roles_that_recover(model).contains(rule.role)) continue;
    if (restarts_are_limited(model) || !model.recovery_rules.empty())
      return fmt::format("a crash can strike at the `sync` of `{}`", rule.name);
  }
  for (const Rule& rule : model.recovery_rules) {
    if (!rule.sync_points.empty()) return "a crash can strike at the `sync` of a recovery rule";
  }
  return "";
}

}  // namespace

std::vector<FaultForm> recovery_forms() {
  return {{"left out", against_leaving_out, nullptr, false},
          {"restarts alone", against_restarts_alone, lower_restarts, false},
          {"steps between rules", against_fewer_steps, lower_crashes_between_rules},
          {"steps, also while a process sends", nullptr, lower_crashes}};
}

}  // namespace quorate
