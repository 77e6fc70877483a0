// Rewrites a Model with the parts of roles as roles: the second half of the decomposition.
#pragma once

#include "analysis/parts/decomposition.hpp"
#include "analysis/parts/part_constraints.hpp"

namespace quorate {

// `parts`: [role]: the roots of its parts in the graph. Fills `result.model` and `result.origin`.
void rewrite_model(const Model& model, const PartGraph& graph, const PartConstraints& constraints,
                   const std::vector<std::vector<PartNode>>& parts, Decomposition& result);

}  // namespace quorate
