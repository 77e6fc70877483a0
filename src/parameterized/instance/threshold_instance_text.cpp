// States of an instance as text.
#include <fmt/format.h>

#include <map>

#include "parameterized/instance/threshold_instance.hpp"

namespace quorate {

std::string ThresholdInstance::to_text(StateView state) const {
  const GlobalState decoded = decode(state);
  std::vector<std::string> parts;
  for (std::size_t kind = 0; kind < decoded.processes.size(); ++kind) {
    std::map<LocalState, int> counts;
    for (const auto& local : decoded.processes[kind]) ++counts[local];
    const auto& model = rules_->model->processes[kind];
    for (const auto& [local, count] : counts) {
      std::string text =
          fmt::format("{} x {}", count, rules_->status_name(static_cast<std::int32_t>(kind), local.status));
      const auto& counters = rules_->processes[kind].counters;
      for (std::size_t i = 0; i < counters.size(); ++i)
        text += fmt::format(" {}={}", model.locals[static_cast<std::size_t>(counters[i])].name,
                            local.counters[i]);
      parts.push_back(std::move(text));
    }
  }
  for (std::size_t i = 0; i < decoded.shared.size(); ++i)
    parts.push_back(fmt::format("{}={}", rules_->model->shared[i].name, decoded.shared[i]));
  return fmt::format("{}", fmt::join(parts, "; "));
}

StateDescription ThresholdInstance::describe(StateView state) const {
  const GlobalState decoded = decode(state);
  StateDescription description;
  const auto shown = [](const ThresholdVariable& variable, std::int64_t number,
                        const ValueClass* values = nullptr) {
    Value value;
    if (values != nullptr && values->treatment == ValueTreatment::saturating && number == values->cap) {
      value.kind = ValueKind::name;
      value.text = fmt::format(">={}", number);
      return NamedValue{variable.name, std::move(value)};
    }
    const auto name = variable.value_names.find(number);
    value.kind = name == variable.value_names.end() ? ValueKind::integer : ValueKind::name;
    value.number = number;
    if (value.kind == ValueKind::name) value.text = name->second;
    return NamedValue{variable.name, std::move(value)};
  };
  for (std::size_t kind = 0; kind < decoded.processes.size(); ++kind) {
    const RuleProcess& process = rules_->processes[kind];
    const auto& model = rules_->model->processes[kind];
    for (std::size_t i = 0; i < decoded.processes[kind].size(); ++i) {
      const LocalState& local = decoded.processes[kind][i];
      ProcessDescription one;
      one.name = fmt::format("{}[{}]", model.name, i + 1);
      one.role = model.name;
      for (const std::int32_t variable : process.status_variables)
        one.variables.push_back(shown(model.locals[static_cast<std::size_t>(variable)],
                                      process.status_value(local.status, variable)));
      for (std::size_t c = 0; c < process.counters.size(); ++c) {
        one.variables.push_back(shown(model.locals[static_cast<std::size_t>(process.counters[c])],
                                      local.counters[c], &classes_.counters[kind][c]));
      }
      description.processes.push_back(std::move(one));
    }
  }
  description.monitors_are_shared = true;
  for (std::size_t i = 0; i < decoded.shared.size(); ++i)
    description.monitors.push_back(shown(rules_->model->shared[i], decoded.shared[i], &classes_.shared[i]));
  return description;
}

}  // namespace quorate
