// Which processes are permuted when a property is checked, and why others are not. Part of the soundness
// gate: only roles that are interchangeable for this property by the static rules are permuted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/symmetry/interchangeability.hpp"
#include "reduction/symmetry/process_group.hpp"
#include "system/compile/compiler.hpp"

namespace quorate {

enum class Symmetry { none, node, role };

struct SymmetryPlan {
  ProcessGroup group;
  double largest_factor = 1;          // the largest possible gain, as [Bokor et al. 2009] counts it
  std::vector<SymmetryBreak> breaks;  // why roles are not permuted
};

// property: a position in Model::properties; none: only the model counts.
SymmetryPlan plan_symmetry(const Model& model, const Interchangeability& interchangeability,
                           std::optional<std::size_t> property, Symmetry symmetry);

std::string to_text(Symmetry symmetry);

}  // namespace quorate
