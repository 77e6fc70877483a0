// The joins that follow from rules, messages, and from what accesses processes from outside (functions,
// initial rules, the monitor, properties). Expressions and statements are in part_expressions.cpp.
//
// Message kinds separate parts. All rules of a role that receive a kind are one part, since the decomposed
// process that owns the channel must be known when the message is sent. All rules of a role that send a
// kind to a role are one part, so that a message in a channel of the decomposed model stands for exactly
// one in the original.
#include "analysis/parts/part_constraints.hpp"

#include <fmt/format.h>

#include "base/budget.hpp"

namespace quorate {

PartConstraints::PartConstraints(const Model& model, PartGraph& graph) : model_(model), graph_(graph) {
  declarations();
}

void PartConstraints::declarations() {
  for (const Function& function : model_.functions) {
    enter(function.frame);
    slots_.results.push_back(graph_.add_slot(function.result));
  }
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    auto& nodes = variables_.emplace_back();
    auto& slots = slots_.variables.emplace_back();
    for (const Variable& variable : model_.roles[r].variables) {
      nodes.push_back(graph_.add_node(RoleId(static_cast<std::int64_t>(r)), true));
      slots.push_back(graph_.add_slot(variable.type));
      if (variable.initial_value != InitialValue::expression) continue;
      graph_.unify_leaves(slots.back(), expression(variable.initial, {}));
    }
  }
  for (const Rule& rule : model_.rules) rules_.push_back(graph_.add_node(rule.role, true));
  for (const MessageKind& kind : model_.messages) {
    auto& fields = slots_.fields.emplace_back();
    for (const Field& field : kind.fields) fields.push_back(graph_.add_slot(field.type));
  }
  for (const Variable& variable : model_.monitor.variables) {
    slots_.monitors.push_back(graph_.add_slot(variable.type));
    if (variable.initial_value != InitialValue::expression) continue;
    graph_.unify_leaves(slots_.monitors.back(), expression(variable.initial, {}));
  }
}

void PartConstraints::enter(const Frame& frame) {
  auto& slots = slots_.frames[&frame];
  for (const Local& local : frame) slots.push_back(graph_.add_slot(local.type));
}

PartNode PartConstraints::receivers(KindId kind, RoleId role) {
  const auto [entry, added] = receivers_.try_emplace({kind, role});
  if (added) entry->second = graph_.add_node(role, false);
  return entry->second;
}

PartNode PartConstraints::senders(KindId kind, RoleId from, RoleId to) {
  const auto [entry, added] = senders_.try_emplace({kind, from, to});
  if (added) entry->second = graph_.add_node(from, false);
  return entry->second;
}

void PartConstraints::rules() {
  for (std::size_t r = 0; r < model_.rules.size(); ++r) {
    Budget::ask();
    one_rule(r);
  }
}

void PartConstraints::functions() {
  for (std::size_t f = 0; f < model_.functions.size(); ++f) {
    const Function& function = model_.functions[f];
    graph_.because(fmt::format("the function `{}` looks at two parts of one process", function.name),
                   function.span);
    graph_.unify(slots_.results[f], expression(function.body, {&function.frame, 0, nullptr}));
  }
}

void PartConstraints::one_rule(std::size_t index) {
  const Rule& rule = model_.rules[index];
  enter(rule.frame);
  const Place place{&rule.frame, index, &rule};
  graph_.join(graph_.node_of(local(place, rule.self), rule.role), rules_[index]);
  if (rule.receive.kind != ReceiveKind::none) receive(index, place);
  expression(rule.guard, place);
  statements(rule.body, place);
}

SlotId PartConstraints::sender(const Place& place) const {
  const Receive& receive = place.of_rule->receive;
  const SlotId slot = local(place, receive.sender);
  return receive.kind == ReceiveKind::quorum ? graph_.slot(slot).parts[0] : slot;
}

void PartConstraints::receive(std::size_t index, const Place& place) {
  const KindId kind = place.of_rule->receive.message_kind;
  const RoleId to = place.of_rule->role;
  graph_.join(receivers(kind, to), rules_[index]);
  const auto processes = graph_.slot(sender(place)).processes;
  for (const auto& [from, node] : processes) graph_.join(senders(kind, from, to), node);
}

void PartConstraints::send(const Stmt& statement, SlotId recipient, const Place& place) {
  const auto processes = graph_.slot(recipient).processes;
  for (const auto& [to, node] : processes) {
    graph_.join(node, receivers(statement.message_kind, to));
    graph_.join(rules_[place.rule], senders(statement.message_kind, place.of_rule->role, to));
    sends_.push_back({place.rule, to, statement.message_kind, statement.span});
  }
}

void PartConstraints::initial_rules() {
  for (const InitialRule& rule : model_.initial_rules) {
    enter(rule.frame);
    graph_.because(fmt::format("the init rule `{}` looks at two parts of one process", rule.name), rule.span);
    const Place place{&rule.frame, 0, nullptr};
    expression(rule.guard, place);
    statements(rule.body, place);
  }
}

void PartConstraints::monitor() {
  enter(model_.monitor.frame);
  for (const Stmt& statement_of : model_.monitor.observe) {
    graph_.because("the monitor looks at two parts of one process", statement_of.span);
    statement(statement_of, {&model_.monitor.frame, 0, nullptr});
  }
}

void PartConstraints::properties() {
  for (const Property& property : model_.properties) {
    enter(property.frame);
    graph_.because(fmt::format("`{}` looks at two parts of one process", property.name), property.span);
    const Place place{&property.frame, 0, nullptr};
    expression(property.predicate, place);
    formula(property.formula, place);
  }
}

void PartConstraints::formula(const Formula& f, const Place& place) {
  if (f.kind == FormulaKind::atom) expression(f.predicate, place);
  for (const Formula& child : f.children) formula(child, place);
}

}  // namespace quorate
