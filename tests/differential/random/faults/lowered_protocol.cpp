#include "lowered_protocol.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>

#include "analysis/walk.hpp"
#include "channel_variants.hpp"
#include "faults/declared_faults.hpp"
#include "faults/kinds/detectors.hpp"
#include "faults/kinds/duplication.hpp"
#include "faults/kinds/network.hpp"
#include "faults/kinds/omission.hpp"
#include "faults/kinds/recovery.hpp"
#include "model/make_expression.hpp"

namespace quorate {

namespace {

// Marks a process, whose rules stop until another step clears the mark. reference_faults.cpp has the same
// kinds.
void lower_nap(Lowering& to) {
  const HiddenVariable asleep = to.flag("asleep", to.roles());
  to.stop_rules(asleep);
  to.step_that_marks("doze", asleep);
  to.step_that_clears("wake", asleep);
}

// Marks a process for ever, so that runs may end, which stateless searches need.
void lower_halt(Lowering& to) {
  const HiddenVariable halted = to.flag("halted", to.roles());
  to.stop_rules(halted);
  to.step_that_marks("halt", halted);
}

std::string nothing(const Model&, const Property*) {
  return "";
}

FaultAssumption line_of(const DeclarableFault& kind, std::vector<RoleId> roles) {
  FaultAssumption line;
  line.kind = FaultKind::lowered;
  line.word = kind.word;
  line.roles = std::move(roles);
  line.count = 1;
  return line;
}

// A crash cannot choose many values at once.
bool must_be_durable(const Model& model, const Variable& variable) {
  return variable.initial_value == InitialValue::distinct ||
         (variable.initial_value == InitialValue::any && !model.type(variable.type).scalar());
}

// Some variables are durable, some rules have a `sync`, some roles a recovery rule, and some lines limit
// restarts: which of them depends on the model only.
void add_recovery(Model& model) {
  const std::size_t variant = model.rules.size();
  std::size_t number = variant;
  for (Role& role : model.roles) {
    for (Variable& variable : role.variables)
      variable.durable = ++number % 2 == 0 || must_be_durable(model, variable);
  }
  std::set<RoleId> with_body;
  for (Rule& rule : model.rules) {
    const bool simple = rule.receive.kind == ReceiveKind::none && rule.parameters.empty() && !rule.byzantine;
    if (variant % 3 == 0 && simple && with_body.insert(rule.role).second) {
      model.recovery_rules.push_back(rule);
      model.recovery_rules.back().name = "recover";
      model.recovery_rules.back().guard = constant(model.boolean_type, 1);
      if (rule.body.size() > 1) model.recovery_rules.back().sync_points = {1};
    }
    if (++number % 4 == 0 && !rule.body.empty()) rule.sync_points = {number % (rule.body.size() + 1)};
  }
  for (FaultAssumption& line : model.faults) {
    if (line.word != recovery_word) continue;
    if (variant % 4 != 3) line.recovery.restarts = 1;
    line.recovery.each = variant % 4 == 1;
    line.recovery.recovers = variant % 8 > 4;
  }
}

// Some lines limit the messages that each process omits.
void add_omissions(Model& model) {
  for (FaultAssumption& line : model.faults) {
    if (is_omission(line.word) && model.rules.size() % 3 != 0)
      line.omitted = static_cast<std::int64_t>(model.rules.size() % 3);
  }
}

bool assembles_messages(const Model& model) {
  bool found = false;
  for (const Rule& rule : model.rules)
    visit_statements(rule.body, [&](const Stmt& s) { found = found || s.kind == StmtKind::set_outgoing; });
  return found;
}

FaultAssumption network_of(const Model& model, FaultAssumption line) {
  const std::size_t variant = model.rules.size() + model.roles.size();
  std::int64_t processes = 0;
  for (const RoleId role : line.roles) processes += model.role(role).count;
  if (processes < 2) line.count = 0;
  line.network.total = variant % 2 == 0;
  line.network.limited = variant % 5 != 0 || !line.network.total;
  constexpr std::array all{Healing::owed, Healing::never, Healing::at_will};
  line.network.healing = all[variant % 3];
  return line;
}

Expr in_role(const Model& model, Rule& rule, RoleId role, Quantifier quantifier, bool negated,
             const std::function<Expr(Expr)>& body) {
  const LocalId q(static_cast<std::int64_t>(rule.frame.size()));
  const TypeId type = model.role(role).type;
  rule.frame.push_back({"q", type});
  Expr part = body(local_value(q, type));
  if (negated) part = combined(ExprKind::logical_not, model.boolean_type, {std::move(part)});
  Expr all =
      combined(ExprKind::quantifier, model.boolean_type, {std::move(part), constant(model.boolean_type, 1)});
  all.quantifier = quantifier;
  all.local = q;
  all.domain_type = type;
  return all;
}

// Half of the rules ask a detector; which one depends on the model only.
void add_detector(Model& model) {
  const std::size_t variant = model.rules.size();
  const RoleId role(static_cast<std::int64_t>(variant / 3 % model.roles.size()));
  const bool byzantine = declares(model, FaultKind::byzantine, role) ||
                         assigned_statuses(model)[role.index()].contains(Status::byzantine);
  if (byzantine || model.role(role).count == 0) return;
  FaultAssumption line;
  line.kind = FaultKind::lowered;
  line.word = detector_word;
  line.roles = {role};
  line.detector.kind = static_cast<DetectorKind>(variant % 3);
  const bool leader = line.detector.kind == DetectorKind::leader;
  Type set;
  set.kind = TypeKind::set;
  set.element = model.role(role).type;
  set.high = (std::int64_t{1} << model.role(role).count) - 1;
  const TypeId process = model.role(role).type;
  const TypeId suspected(static_cast<std::int64_t>(model.types.size()));
  model.types.push_back(std::move(set));
  std::size_t number = variant;
  for (Rule& rule : model.rules) {
    if (rule.byzantine || rule.compound() || ++number % 2 == 0) continue;
    const LocalId answer(static_cast<std::int64_t>(rule.frame.size()));
    rule.frame.push_back({"answer", leader ? process : suspected});
    rule.answers = {{role, leader, answer}};
    const bool no = number % 4 == 1;
    const bool either = number % 8 > 4;
    Expr question =
        leader && rule.role == role
            ? combined(no ? ExprKind::not_equal : ExprKind::equal, model.boolean_type,
                       {local_value(answer, process), local_value(rule.self, process)})
            : in_role(model, rule, role, no ? Quantifier::all : Quantifier::exists, no, [&](Expr q) {
                return combined(leader ? ExprKind::equal : ExprKind::member, model.boolean_type,
                                {std::move(q), local_value(answer, leader ? process : suspected)});
              });
    rule.guard = combined(either ? ExprKind::logical_or : ExprKind::logical_and, model.boolean_type,
                          {std::move(rule.guard), std::move(question)});
  }
  model.faults.push_back(std::move(line));
}

// Any number of copies, or a few.
void add_duplication(Model& model) {
  const std::size_t variant = model.rules.size();
  model.channels.duplicating = true;
  if (variant % 3 != 0) model.channels.copies = static_cast<std::int64_t>(variant % 3);
}

}  // namespace

Model with_timers(Model model) {
  const std::size_t variant = model.rules.size();
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    const RoleId role(static_cast<std::int64_t>(r));
    for (std::size_t v = 0; v < model.roles[r].variables.size(); ++v) {
      Variable& variable = model.roles[r].variables[v];
      if (variable.monitor || variable.type != model.boolean_type) continue;
      const auto index = static_cast<std::int32_t>(v);
      bool expires = false;
      for (std::size_t k = variant; k < 2 * variant; ++k) {
        Rule& rule = model.rules[k % variant];
        const bool fits = rule.role == role && rule.receive.kind == ReceiveKind::none && !rule.byzantine;
        if (!fits || rule.expiry >= 0 || expires) continue;
        Expr timer =
            combined(ExprKind::variable, variable.type, {local_value(rule.self, model.role(role).type)});
        timer.role = role;
        timer.index = index;
        rule.guard = combined(ExprKind::logical_and, model.boolean_type, {timer, std::move(rule.guard)});
        rule.body.insert(rule.body.begin(), assignment(timer, constant(model.boolean_type, 0), rule.span));
        rule.expiry = index;
        expires = true;
      }
      if (!expires) continue;
      variable.timer = true;
      // A timer that is undefined at first would be an error in the guard.
      variable.initial_value = InitialValue::expression;
      variable.initial = constant(model.boolean_type, 1);
      if (!model.timer_orders.empty() || variant % 2 == 0)
        model.timer_orders.push_back({role, index, RoleId(0), index});
    }
  }
  // Every timer is longer than the first one of the model.
  std::optional<TimerOrder> first;
  for (std::size_t r = 0; r < model.roles.size() && !first; ++r) {
    for (std::size_t v = 0; v < model.roles[r].variables.size() && !first; ++v) {
      if (model.roles[r].variables[v].timer)
        first = TimerOrder{{}, 0, RoleId(static_cast<std::int64_t>(r)), static_cast<std::int32_t>(v)};
    }
  }
  for (TimerOrder& order : model.timer_orders) {
    order.shorter_role = first->shorter_role;
    order.shorter = first->shorter;
  }
  std::erase_if(model.timer_orders, [](const TimerOrder& order) {
    return order.role == order.shorter_role && order.timer == order.shorter;
  });
  model.eventually_synchronous = !model.channels.lossy && !model.channels.synchronous;
  return model;
}

const std::vector<DeclarableFault>& tested_faults() {
  static const std::vector<DeclarableFault> all = [] {
    std::vector<DeclarableFault> kinds{
        {"nap", FaultKind::lowered, {{"left out", nothing, nullptr}, {"steps", nothing, lower_nap}}},
        {"halt", FaultKind::lowered, {{"left out", nothing, nullptr}, {"steps", nothing, lower_halt}}}};
    for (const DeclarableFault& kind : declarable_faults()) {
      if (kind.kind == FaultKind::lowered) kinds.push_back(kind);
    }
    for (const auto word : {kept_channels, replacing_channels, filled_channels})
      kinds.push_back({word, FaultKind::lowered, {}});
    return kinds;
  }();
  return all;
}

Model with_fault(const Model& model, const DeclarableFault& kind) {
  Model result = model;
  if (kind.word == detector_word) {
    add_detector(result);
    return result;
  }
  if (change_channels(result, kind.word)) return result;
  std::vector<RoleId> roles;
  for (std::size_t r = 0; r < model.roles.size(); ++r) roles.emplace_back(static_cast<std::int64_t>(r));
  const bool of_network = kind.word == network_word;
  // The language refuses these, or the gate does.
  if (model.channels.synchronous && (of_network || is_omission(kind.word))) return result;
  if (kind.word == duplication_word && std::ranges::any_of(model.rules, &Rule::compound)) return result;
  if (of_network && assembles_messages(model)) return result;
  if (of_network) {
    result.faults.push_back(network_of(model, line_of(kind, roles)));
  } else if (model.rules.size() % 2 == 0) {
    result.faults.push_back(line_of(kind, roles));
  } else {
    for (const RoleId role : roles) result.faults.push_back(line_of(kind, {role}));
  }
  if (kind.word == recovery_word) add_recovery(result);
  add_omissions(result);
  if (kind.word == duplication_word) add_duplication(result);
  return result;
}

Model explicitly(const Model& model) {
  return lower(model, most_explicit(model, tested_faults()), tested_faults());
}

}  // namespace quorate
