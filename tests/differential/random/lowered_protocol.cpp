#include "lowered_protocol.hpp"

#include <algorithm>
#include <set>

#include "channel_variants.hpp"
#include "faults/duplication.hpp"
#include "faults/recovery.hpp"
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

// Any number of copies, or a few.
void add_duplication(Model& model) {
  const std::size_t variant = model.rules.size();
  model.channels.duplicating = true;
  if (variant % 3 != 0) model.channels.copies = static_cast<std::int64_t>(variant % 3);
}

}  // namespace

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
  if (change_channels(result, kind.word)) return result;
  std::vector<RoleId> roles;
  for (std::size_t r = 0; r < model.roles.size(); ++r) roles.emplace_back(static_cast<std::int64_t>(r));
  if (model.rules.size() % 2 == 0) {
    result.faults.push_back(line_of(kind, roles));
  } else {
    for (const RoleId role : roles) result.faults.push_back(line_of(kind, {role}));
  }
  if (kind.word == recovery_word) add_recovery(result);
  if (kind.word == duplication_word) add_duplication(result);
  return result;
}

Model explicitly(const Model& model) {
  return lower(model, most_explicit(model, tested_faults()), tested_faults());
}

}  // namespace quorate
