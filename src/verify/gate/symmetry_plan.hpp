// Which processes are permuted when a property is checked, and what to say about those that are not. Part of
// the soundness gate: only roles that the static rules call interchangeable for this property.
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
  double largest_factor = 1;          // by which states could become fewer, as [Bokor et al. 2009] counts it
  std::vector<SymmetryBreak> breaks;  // why roles are not permuted
};

// `property` is a position in Model::properties, or none: nothing but the model counts.
SymmetryPlan plan_symmetry(const Model& model, const Interchangeability& interchangeability,
                           std::optional<std::size_t> property, Symmetry symmetry);

std::string to_text(Symmetry symmetry);

}  // namespace quorate
