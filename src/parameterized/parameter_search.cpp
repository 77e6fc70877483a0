#include "parameterized/parameter_search.hpp"

#include <algorithm>
#include <numeric>

#include "parameterized/threshold_instance.hpp"

namespace quorate {

std::vector<ParameterChoice> admissible_parameters(const RuleSystem& rules, std::int64_t size_limit,
                                                   std::int64_t highest) {
  std::vector<ParameterChoice> result;
  std::vector<std::int64_t> values(rules.model->parameters.size(), 0);
  while (true) {
    if (admissible(rules, values)) {
      const auto counts = process_counts(rules, values);
      const std::int64_t total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
      if (total <= size_limit && std::ranges::all_of(counts, [](std::int64_t count) { return count >= 0; }))
        result.push_back({values, total});
    }
    std::size_t i = 0;
    while (i < values.size() && values[i] == highest) values[i++] = 0;
    if (i == values.size()) break;
    ++values[i];
  }
  std::ranges::stable_sort(result, [](const auto& a, const auto& b) {
    return std::pair(a.processes, a.values) < std::pair(b.processes, b.values);
  });
  return result;
}

}  // namespace quorate
