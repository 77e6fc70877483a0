// The group of permutations of processes that symmetry reduction uses: a product of symmetric groups. The
// units of a class are permuted freely; a unit is one process (role-based symmetry) or the processes of one
// node, which move together (node-based symmetry) [Bokor et al. 2009].
#pragma once

#include <vector>

#include "model/model.hpp"

namespace quorate {

using Unit = std::vector<ProcessId>;

struct ProcessGroup {
  // Units of a class have the same number of processes, and processes at the same position are of one role.
  std::vector<std::vector<Unit>> classes;

  [[nodiscard]] bool trivial() const { return classes.empty(); }
  // The number of permutations: an upper bound on the factor by which states can become fewer.
  [[nodiscard]] double order() const;
  bool operator==(const ProcessGroup&) const = default;
};

// interchangeable[r]: the processes of role r may be permuted.
ProcessGroup role_group(const Model& model, const std::vector<bool>& interchangeable);

// Node k hosts the k-th process of each role; there are as many nodes as the largest role has processes.
// Nodes that host the same roles are permuted, unless one of these roles is not interchangeable.
ProcessGroup node_group(const Model& model, const std::vector<bool>& interchangeable);

}  // namespace quorate
