#include "analysis/symmetry/break_list.hpp"

#include <algorithm>
#include <tuple>

namespace quorate {

void BreakList::add(RoleId role, ScalarsetRule rule, Span span, const std::string& reason) {
  if (model_.role(role).count >= 2) all_.push_back({role, rule, span, reason});
}

void BreakList::add(TypeId process_type, ScalarsetRule rule, Span span, const Reason& reason) {
  for (const RoleId role : model_.type(process_type).roles)
    add(role, rule, span, reason(model_.role(role).name));
}

std::vector<SymmetryBreak> BreakList::sorted() const {
  const auto key = [](const SymmetryBreak& b) { return std::tie(b.span, b.role, b.rule, b.reason); };
  auto result = all_;
  std::ranges::stable_sort(result, [&](const auto& a, const auto& b) { return key(a) < key(b); });
  const auto same = [&](const auto& a, const auto& b) { return key(a) == key(b); };
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

}  // namespace quorate
