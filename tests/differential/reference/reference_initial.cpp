#include <algorithm>

#include "reference_steps.hpp"

namespace quorate {

namespace {

// Every way of giving different values to `count` processes, in order.
std::vector<std::vector<RefValue>> injections(const std::vector<RefValue>& values, std::int64_t count) {
  std::vector<std::vector<RefValue>> result = {{}};
  for (std::int64_t k = 0; k < count; ++k) {
    std::vector<std::vector<RefValue>> longer;
    for (const auto& prefix : result) {
      for (const auto& value : values) {
        if (std::find(prefix.begin(), prefix.end(), value) != prefix.end()) continue;
        longer.push_back(prefix);
        longer.back().push_back(value);
      }
    }
    result = std::move(longer);
  }
  return result;
}

// Each state once for each value, written by `write`.
template <typename Values, typename Write>
std::vector<RefState> combine(const std::vector<RefState>& states, const Values& values, Write write) {
  std::vector<RefState> result;
  for (const RefState& state : states) {
    for (const auto& value : values) {
      result.push_back(state);
      write(result.back(), value);
    }
  }
  return result;
}

// The value of a variable whose every scalar is this value.
RefValue filled(const Model& model, TypeId to, TypeId from, const RefValue& value, const Expr& where) {
  const Type& type = model.type(to);
  if (type.simple()) return fit(model, from, to, value, where);
  RefValue result = blank_value(model, to);
  for (std::size_t i = 0; i < result.parts.size(); ++i) {
    const TypeId part = type.kind == TypeKind::record ? type.fields[i].type : type.element;
    result.parts[i] = filled(model, part, from, value, where);
  }
  return result;
}

}  // namespace

std::vector<RefValue> initial_values(const Model& model, const Variable& variable) {
  switch (variable.initial_value) {
    case InitialValue::any:
      return all_values(model, variable.type);
    case InitialValue::expression: {
      RefState nothing;
      ReferenceChoices none(false);
      ReferenceRun run{model, nothing, none, {}};
      return {filled(model, variable.type, variable.initial.type, evaluate(run, variable.initial),
                     variable.initial)};
    }
    default:
      return {blank_value(model, variable.type)};
  }
}

namespace {

std::vector<RefState> initialise(const Model& model, const std::vector<RefState>& before, const Role& role,
                                 std::size_t index) {
  const Variable& variable = role.variables[index];
  const auto first = static_cast<std::size_t>(role.first.value);
  if (variable.initial_value == InitialValue::distinct) {
    const auto values = all_values(model, variable.type);
    return combine(before, injections(values, role.count), [&](RefState& state, const auto& chosen) {
      for (std::size_t k = 0; k < chosen.size(); ++k) state.variables[first + k][index] = chosen[k];
    });
  }
  std::vector<RefState> states = before;
  for (std::int64_t k = 0; k < role.count; ++k) {
    states = combine(states, initial_values(model, variable), [&](RefState& state, const RefValue& value) {
      state.variables[first + static_cast<std::size_t>(k)][index] = value;
    });
  }
  return states;
}

}  // namespace

std::vector<RefState> ReferenceSteps::with_initial_values() const {
  RefState blank;
  for (const Role& role : model_.roles) {
    for (std::int64_t k = 0; k < role.count; ++k) {
      blank.variables.emplace_back(role.variables.size());
      blank.status.push_back(Status::correct);
    }
  }
  blank.monitors.resize(model_.monitor.variables.size());
  std::vector<RefState> states = {blank};
  for (const Role& role : model_.roles) {
    for (std::size_t i = 0; i < role.variables.size(); ++i) states = initialise(model_, states, role, i);
  }
  for (std::size_t i = 0; i < model_.monitor.variables.size(); ++i) {
    states = combine(states, initial_values(model_, model_.monitor.variables[i]),
                     [&](RefState& state, const RefValue& value) { state.monitors[i] = value; });
  }
  return states;
}

std::vector<RefState> ReferenceSteps::with_byzantine_choices(std::vector<RefState> states) const {
  for (const FaultAssumption& fault : model_.faults) {
    if (fault.kind != FaultKind::byzantine) continue;
    std::set<std::size_t> candidates;
    for (const RoleId id : fault.roles) {
      const Role& role = model_.role(id);
      for (std::int64_t k = 0; k < role.count; ++k)
        candidates.insert(static_cast<std::size_t>(role.first.value + k));
    }
    std::vector<std::set<std::size_t>> subsets = {{}};
    for (const std::size_t candidate : candidates) {
      const auto before = subsets;
      for (auto subset : before) {
        subset.insert(candidate);
        subsets.push_back(subset);
      }
    }
    std::erase_if(subsets, [&](const auto& subset) {
      const auto size = static_cast<std::int64_t>(subset.size());
      return fault.exactly ? size != fault.count : size > fault.count;
    });
    states = combine(states, subsets, [](RefState& state, const auto& subset) {
      for (const std::size_t process : subset) state.status[process] = Status::byzantine;
    });
  }
  return states;
}

std::vector<RefState> ReferenceSteps::with_initial_rules(const std::vector<RefState>& states) const {
  if (model_.initial_rules.empty()) return states;
  std::vector<RefState> result;
  for (const RefState& state : states) {
    for (const InitialRule& rule : model_.initial_rules) {
      for (const Assignment& assignment : assignments(rule.parameters)) {
        RefState after = state;
        ReferenceChoices none(false);
        ReferenceRun run{model_, after, none, std::vector<RefValue>(rule.frame.size())};
        for (std::size_t i = 0; i < assignment.size(); ++i) {
          run.locals[rule.parameters[i].local.index()] = assignment[i];
        }
        if (!evaluate_condition(run, rule.guard)) continue;
        execute(run, rule.body);
        result.push_back(after);
      }
    }
  }
  return result;
}

// After the init rule: processes without a state, statuses that the fault model does not tell apart, the
// monitor.
void ReferenceSteps::settle(RefState& initial) const {
  for (std::size_t p = 0; p < initial.status.size(); ++p) {
    if (options_.crash == Crash::implicit_ && initial.status[p] == Status::crash) {
      initial.status[p] = Status::correct;
    }
    if (!stateless_byzantine(initial, static_cast<std::int64_t>(p))) continue;
    const Role& role = model_.role(model_.role_of(ProcessId(static_cast<std::int64_t>(p))));
    for (std::size_t i = 0; i < role.variables.size(); ++i) {
      initial.variables[p][i] = blank_value(model_, role.variables[i].type);
    }
  }
  observe(initial);
}

std::vector<RefState> ReferenceSteps::initial_states() {
  auto states = with_initial_rules(with_byzantine_choices(with_initial_values()));
  for (RefState& state : states) settle(state);
  return with_contents(std::move(states));
}

}  // namespace quorate
