#include "reduction/symmetry/process_group.hpp"

#include <algorithm>
#include <map>

namespace quorate {

double ProcessGroup::order() const {
  double order = 1;
  for (const auto& units : classes) {
    for (std::size_t k = 2; k <= units.size(); ++k) order *= static_cast<double>(k);
  }
  return order;
}

ProcessGroup role_group(const Model& model, const std::vector<bool>& interchangeable) {
  ProcessGroup group;
  for (std::size_t r = 0; r < model.roles.size(); ++r) {
    const Role& role = model.roles[r];
    if (!interchangeable[r] || role.count < 2) continue;
    std::vector<Unit> units;
    for (std::int64_t i = 0; i < role.count; ++i) units.push_back({ProcessId(role.first.value + i)});
    group.classes.push_back(std::move(units));
  }
  return group;
}

ProcessGroup node_group(const Model& model, const std::vector<bool>& interchangeable) {
  std::int64_t nodes = 0;
  for (const Role& role : model.roles) nodes = std::max(nodes, role.count);
  std::map<std::vector<std::size_t>, std::vector<Unit>> by_roles;
  for (std::int64_t node = 0; node < nodes; ++node) {
    std::vector<std::size_t> hosted;
    Unit unit;
    bool permuted = true;
    for (std::size_t r = 0; r < model.roles.size(); ++r) {
      const Role& role = model.roles[r];
      if (node >= role.count) continue;
      hosted.push_back(r);
      unit.emplace_back(role.first.value + node);
      // The only process of a role stays with its node and needs no permutation.
      permuted &= interchangeable[r] || role.count < 2;
    }
    if (permuted) by_roles[hosted].push_back(std::move(unit));
  }
  ProcessGroup group;
  for (auto& [roles, units] : by_roles) {
    if (units.size() > 1) group.classes.push_back(std::move(units));
  }
  return group;
}

}  // namespace quorate
