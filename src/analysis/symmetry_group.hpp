// How many permutations there are: the most that a symmetry reduction can gain.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace quorate {

// A group of permutations: a product of full symmetric groups, given by the sizes of what each permutes
// (two or more). No sizes: nothing but the identity.
struct SymmetryGroup {
  std::vector<std::int64_t> sizes;

  [[nodiscard]] double order() const;  // exact below 2^53
};

// The processes of each interchangeable role.
SymmetryGroup role_symmetry(const Model& model, const std::vector<bool>& interchangeable);

// Document 004: there are as many nodes as the largest role has processes, and node k hosts the k-th process
// of each role that has one. Nodes that host the same roles are interchangeable if all these roles are.
SymmetryGroup node_symmetry(const Model& model, const std::vector<bool>& interchangeable);

}  // namespace quorate
