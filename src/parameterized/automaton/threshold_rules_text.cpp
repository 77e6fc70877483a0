// The names of statuses, rules and symbols for the user.
#include <fmt/format.h>

#include "parameterized/automaton/threshold_rules.hpp"

namespace quorate {

std::string RuleSystem::status_name(std::int32_t process, std::int32_t status) const {
  const RuleProcess& kind = processes[static_cast<std::size_t>(process)];
  const auto& locals = model->processes[static_cast<std::size_t>(process)].locals;
  std::vector<std::string> parts;
  for (const std::int32_t variable : kind.status_variables) {
    const auto& local = locals[static_cast<std::size_t>(variable)];
    const std::int64_t value = kind.status_value(status, variable);
    const auto name = local.value_names.find(value);
    const std::string shown = name == local.value_names.end() ? fmt::format("{}", value) : name->second;
    parts.push_back(kind.status_variables.size() == 1 ? shown : fmt::format("{}={}", local.name, shown));
  }
  return parts.empty() ? "-" : fmt::format("{}", fmt::join(parts, ","));
}

std::string RuleSystem::rule_name(const ThresholdRule& rule) const {
  const std::string& name = model->processes[static_cast<std::size_t>(rule.process)].name;
  if (rule.from < 0) return fmt::format("{}: starts in {}", name, status_name(rule.process, rule.to));
  return fmt::format("{}: {} -> {}", name, status_name(rule.process, rule.from),
                     status_name(rule.process, rule.to));
}

SymbolName RuleSystem::symbol_names(std::int32_t process) const {
  return [this, process](Symbol symbol) -> std::string {
    const auto index = static_cast<std::size_t>(symbol.index);
    switch (symbol.kind) {
      case SymbolKind::parameter:
        return model->parameters[index].name;
      case SymbolKind::quotient:
        return fmt::format("(({}) / {})", to_text(quotients[index].numerator, symbol_names(process)),
                           quotients[index].divisor);
      case SymbolKind::shared:
        return model->shared[index].name;
      case SymbolKind::local:
        return model->processes[static_cast<std::size_t>(process)].locals[index].name;
      case SymbolKind::count: {
        const CountTerm& term = counts[index];
        std::vector<std::string> shared;
        std::vector<std::string> locals;
        const auto& counted_process = model->processes[static_cast<std::size_t>(term.process)];
        for (const auto& variable : model->shared) shared.push_back(variable.name);
        for (const auto& variable : counted_process.locals)
          locals.push_back(counted_process.name + ":" + variable.name);
        return fmt::format("card({}{})", term.negated ? "!" : "", to_text(term.body, *model, shared, locals));
      }
      case SymbolKind::fresh:
        break;
    }
    return fmt::format("any{}", symbol.index + 1);
  };
}

}  // namespace quorate
