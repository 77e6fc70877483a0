// Failure detectors and early expiries, as docs/semantics.md describes them.
#include <algorithm>

#include "reference_steps.hpp"

namespace quorate {

namespace {

bool has_role(const Model& model, TypeId type, RoleId role) {
  const auto& roles = model.type(type).roles;
  return std::find(roles.begin(), roles.end(), role) != roles.end();
}

// A statement of the body, not one inside of another statement. The first one of an expiry belongs to it.
bool writes(const Rule& rule, std::int32_t timer) {
  for (std::size_t k = 0; k < rule.body.size(); ++k) {
    const Stmt& s = rule.body[k];
    if (k == 0 && rule.expiry == timer) continue;
    const bool variable = s.kind == StmtKind::assign && s.target.kind == ExprKind::variable;
    if (variable && s.target.role == rule.role && s.target.index == timer) return true;
  }
  return false;
}

bool tells_all(const Model& model, const Rule& rule, KindId kind, RoleId role) {
  return std::any_of(rule.body.begin(), rule.body.end(), [&](const Stmt& s) {
    return s.kind == StmtKind::send && s.message_kind == kind && s.recipients == Recipients::all &&
           has_role(model, s.recipient_type, role);
  });
}

// Whether a timer of one rule is declared shorter than that of another, by at most `steps` declarations.
bool shorter(const Model& model, const Rule& rule, RoleId role, std::int32_t timer, std::size_t steps) {
  if (steps == 0) return false;
  return std::any_of(model.timer_orders.begin(), model.timer_orders.end(), [&](const TimerOrder& order) {
    if (order.role != role || order.timer != timer) return false;
    if (order.shorter_role == rule.role && order.shorter == rule.expiry) return true;
    return shorter(model, rule, order.shorter_role, order.shorter, steps - 1);
  });
}

}  // namespace

bool ReferenceSteps::is_early(const RefStepFacts& step) const {
  if (!model_.eventually_synchronous || step.rule < 0) return false;
  const Rule& rule = model_.rules[static_cast<std::size_t>(step.rule)];
  if (rule.expiry < 0) return false;
  return std::any_of(facts_.begin(), facts_.end(), [&](const RefStepFacts& other) {
    if (other.rule < 0 || !other.owed) return false;
    const Rule& o = model_.rules[static_cast<std::size_t>(other.rule)];
    if (other.process == step.process && !other.senders.empty() && writes(o, rule.expiry)) return true;
    if (o.expiry < 0 || (other.process == step.process && !model_.channels.loopback)) return false;
    if (!shorter(model_, o, rule.role, rule.expiry, model_.timer_orders.size())) return false;
    return std::any_of(model_.rules.begin(), model_.rules.end(), [&](const Rule& receipt) {
      return receipt.role == rule.role && !receipt.byzantine && receipt.receive.kind != ReceiveKind::none &&
             has_role(model_, receipt.receive.sender_type, o.role) && writes(receipt, rule.expiry) &&
             tells_all(model_, o, receipt.receive.message_kind, rule.role);
    });
  });
}

// Tries all answers to the guard. None: it is false for all of them. Otherwise whether it is true only for
// answers that are wrong or late.
std::optional<bool> ReferenceSteps::misled(const RefState& state, const Rule& rule,
                                           const std::vector<RefValue>& locals, const Received& received,
                                           std::int64_t process) const {
  struct Choice {
    std::vector<RefValue> locals;
    bool right = true;
  };
  std::vector<Choice> choices{{locals}};
  for (const DetectorAnswer& asked : rule.answers) {
    const Role& role = model_.role(asked.role);
    std::vector<std::int64_t> processes;
    std::set<std::int64_t> crashed;
    for (std::int64_t q = role.first.value; q < role.first.value + role.count; ++q) {
      processes.push_back(q);
      if (state.status[static_cast<std::size_t>(q)] == Status::crashed) crashed.insert(q);
    }
    bool perfect = false;
    for (const FaultAssumption& line : model_.faults) {
      if (line.word == "detector" && line.roles[0] == asked.role &&
          line.detector.kind == DetectorKind::perfect)
        perfect = true;
    }
    std::vector<Choice> longer;
    for (const Choice& choice : choices) {
      const auto add = [&](RefValue value, bool right) {
        longer.push_back(choice);
        longer.back().locals[asked.local.index()] = value;
        longer.back().right = choice.right && right;
      };
      if (asked.leader) {
        for (const std::int64_t q : processes) add(q, options_.leader < 0 || q == options_.leader);
        continue;
      }
      for (const auto& subset : all_subsets(processes)) {
        const std::set<std::int64_t> suspected(subset.begin(), subset.end());
        const bool allowed =
            std::includes(crashed.begin(), crashed.end(), suspected.begin(), suspected.end());
        if (perfect && !allowed) continue;
        add(set_mask(model_, rule.frame[asked.local.index()].type, suspected, rule.guard),
            suspected == crashed);
      }
    }
    choices = std::move(longer);
  }
  std::optional<bool> result;
  for (const Choice& choice : choices) {
    RefState current = state;
    ReferenceChoices none(false);
    ReferenceRun test{model_, current, none, choice.locals, &received, process};
    if (!evaluate_condition(test, rule.guard)) continue;
    if (choice.right) return false;
    result = true;
  }
  return result;
}

}  // namespace quorate
