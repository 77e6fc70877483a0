#include "report/results/permutations_text.hpp"

#include <fmt/format.h>

#include "base/units.hpp"

namespace quorate {

namespace {

constexpr double exact_limit = 9007199254740992.0;  // 2^53: integers below are exact in a double

std::string show_factor(double factor) {
  return factor < exact_limit ? with_separators(static_cast<std::uint64_t>(factor))
                              : fmt::format("{:.2e}", factor);
}

}  // namespace

std::string show_group(const ProcessGroup& group) {
  std::vector<std::string> factors;
  for (const auto& units : group.classes) factors.push_back(fmt::format("{}!", units.size()));
  if (group.trivial()) return "none";
  return fmt::format("{} times ({})", show_factor(group.order()), fmt::join(factors, " * "));
}

nlohmann::ordered_json factor_json(const ProcessGroup& group) {
  const double order = group.order();
  if (order < exact_limit) return static_cast<std::uint64_t>(order);
  return order;
}

}  // namespace quorate
