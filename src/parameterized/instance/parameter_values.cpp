#include "parameterized/instance/parameter_values.hpp"

#include <algorithm>

namespace quorate {

SymbolValue parameter_values(const std::vector<std::int64_t>& parameters,
                             const std::vector<std::int64_t>& quotients) {
  return [&](Symbol symbol) {
    return (symbol.kind == SymbolKind::parameter ? parameters
                                                 : quotients)[static_cast<std::size_t>(symbol.index)];
  };
}

std::vector<std::int64_t> quotient_values(const RuleSystem& rules,
                                          const std::vector<std::int64_t>& parameters) {
  std::vector<std::int64_t> values;
  for (const auto& quotient : rules.quotients)
    values.push_back(evaluate(quotient.numerator, parameter_values(parameters, values)) / quotient.divisor);
  return values;
}

bool admissible(const RuleSystem& rules, const std::vector<std::int64_t>& parameters) {
  const auto quotients = quotient_values(rules, parameters);
  const auto value = parameter_values(parameters, quotients);
  return std::ranges::all_of(rules.resilience,
                             [&](const auto& condition) { return evaluate(condition, value); });
}

std::vector<std::int64_t> process_counts(const RuleSystem& rules,
                                         const std::vector<std::int64_t>& parameters) {
  const auto quotients = quotient_values(rules, parameters);
  std::vector<std::int64_t> counts;
  for (const auto& process : rules.processes)
    counts.push_back(evaluate(process.count, parameter_values(parameters, quotients)));
  return counts;
}

}  // namespace quorate
