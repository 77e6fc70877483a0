#include "analysis/symmetry_group.hpp"

#include <algorithm>
#include <map>

namespace quorate {

double SymmetryGroup::order() const {
  double product = 1;
  for (const std::int64_t size : sizes) {
    for (std::int64_t k = 2; k <= size; ++k) product *= static_cast<double>(k);
  }
  return product;
}

SymmetryGroup role_symmetry(const Model& model, const std::vector<bool>& interchangeable) {
  SymmetryGroup group;
  for (std::size_t i = 0; i < model.roles.size(); ++i) {
    if (interchangeable[i] && model.roles[i].count >= 2) group.sizes.push_back(model.roles[i].count);
  }
  return group;
}

SymmetryGroup node_symmetry(const Model& model, const std::vector<bool>& interchangeable) {
  std::int64_t nodes = 0;
  for (const Role& role : model.roles) nodes = std::max(nodes, role.count);
  std::map<std::vector<std::size_t>, std::int64_t> alike;  // by the roles that they host
  for (std::int64_t node = 0; node < nodes; ++node) {
    std::vector<std::size_t> hosted;
    for (std::size_t i = 0; i < model.roles.size(); ++i) {
      if (node < model.roles[i].count) hosted.push_back(i);
    }
    ++alike[hosted];
  }
  SymmetryGroup group;
  for (const auto& [hosted, size] : alike) {
    const bool permuted = std::ranges::all_of(hosted, [&](std::size_t i) { return interchangeable[i]; });
    if (permuted && size >= 2) group.sizes.push_back(size);
  }
  return group;
}

}  // namespace quorate
