#include "verify/gate/symmetry_plan.hpp"

#include <algorithm>

namespace quorate {

std::string to_text(Symmetry symmetry) {
  if (symmetry == Symmetry::none) return "none";
  return symmetry == Symmetry::node ? "node" : "role";
}

namespace {

double factorial(std::int64_t n) {
  return n < 2 ? 1.0 : static_cast<double>(n) * factorial(n - 1);
}

}  // namespace

SymmetryPlan plan_symmetry(const Model& model, const Interchangeability& interchangeability,
                           std::optional<std::size_t> property, Symmetry symmetry) {
  SymmetryPlan plan;
  if (symmetry == Symmetry::none) return plan;
  plan.breaks = interchangeability.in_model;
  if (property) {
    const auto& own = interchangeability.in_property[*property];
    plan.breaks.insert(plan.breaks.end(), own.begin(), own.end());
  }
  const std::vector<bool> interchangeable = interchangeable_roles(model, interchangeability, property);
  if (symmetry == Symmetry::role) {
    plan.group = role_group(model, interchangeable);
    plan.largest_factor = plan.group.order();
  } else {
    plan.group = node_group(model, interchangeable);
    std::int64_t nodes = 0;
    for (const Role& role : model.roles) nodes = std::max(nodes, role.count);
    plan.largest_factor = factorial(nodes);
  }
  return plan;
}

}  // namespace quorate
