// A counterexample of a decomposed model, brought back to the original model and confirmed there.
#pragma once

#include <vector>

#include "verify/result/results.hpp"

namespace quorate {

// Replaces the trace of a violation. `original` has the properties of the decomposed model.
// What stands against executing the original; nothing if it can be. Throws InternalError if it is no
// counterexample of the original.
std::vector<CompileProblem> lift_result(const Model& original, const Decomposition& decomposition,
                                        PropertyResult& result);

}  // namespace quorate
