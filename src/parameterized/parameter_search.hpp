// Parameter values to try: all admissible ones, the smallest instances first.
#pragma once

#include <cstdint>
#include <vector>

#include "parameterized/threshold_rules.hpp"

namespace quorate {

struct ParameterChoice {
  std::vector<std::int64_t> values;
  std::int64_t processes = 0;  // of all kinds together
};

// Those with at most so many processes, and no parameter greater than `highest`. None of the processes'
// numbers is negative.
std::vector<ParameterChoice> admissible_parameters(const RuleSystem& rules, std::int64_t size_limit,
                                                   std::int64_t highest);

}  // namespace quorate
