// Lifts a counterexample of a decomposed model to the original model and confirms it there.
#pragma once

#include <vector>

#include "verify/result/results.hpp"

namespace quorate {

// Replaces the trace of a violation. `original` must have the properties of the decomposed model. Returns why
// the original cannot be executed, usually nothing. Throws InternalError if the trace is no counterexample of
// the original.
std::vector<CompileProblem> lift_result(const Model& original, const Decomposition& decomposition,
                                        PropertyResult& result);

}  // namespace quorate
