// Small admissible parameters, by the number of processes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "parameterized/automaton/threshold_rules.hpp"

namespace quorate {

struct ParameterChoice {
  std::vector<std::int64_t> values;
  std::int64_t processes = 0;
};

// How such a search has ended.
enum class ParameterWalk { complete, stopped };

// Calls `visit` with all admissible parameters up to `highest` that give `processes` processes in all, in
// ascending order, until it returns false. `go_on` is asked from time to time while none are found; false
// ends the walk as well.
ParameterWalk for_each_parameters(const RuleSystem& rules, std::int64_t processes, std::int64_t highest,
                                  const std::function<bool()>& go_on,
                                  const std::function<bool(const std::vector<std::int64_t>&)>& visit);

// All of them with at most `size_limit` processes.
std::vector<ParameterChoice> admissible_parameters(const RuleSystem& rules, std::int64_t size_limit,
                                                   std::int64_t highest);

}  // namespace quorate
