// What follows from the values of a threshold algorithm's parameters, whatever its processes do.
#pragma once

#include <cstdint>
#include <vector>

#include "parameterized/automaton/threshold_rules.hpp"

namespace quorate {

// The values of parameters and quotients. Both vectors must outlive the result.
SymbolValue parameter_values(const std::vector<std::int64_t>& parameters,
                             const std::vector<std::int64_t>& quotients);
// The values of the quotients, which follow from the parameters.
std::vector<std::int64_t> quotient_values(const RuleSystem& rules,
                                          const std::vector<std::int64_t>& parameters);
// Whether the parameters satisfy the resilience condition.
bool admissible(const RuleSystem& rules, const std::vector<std::int64_t>& parameters);
// How many processes of each kind there are.
std::vector<std::int64_t> process_counts(const RuleSystem& rules,
                                         const std::vector<std::int64_t>& parameters);

}  // namespace quorate
