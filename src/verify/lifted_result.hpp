// A counterexample of a decomposed model, brought back to the original model and confirmed there.
#pragma once

#include <string>
#include <vector>

#include "verify/check.hpp"

namespace quorate {

struct LiftedResult {
  std::vector<CompileProblem> problems;  // the original cannot be executed
  std::string internal_error;            // it is no counterexample of the original
};

// Replaces the trace of the result, if it has one. `original` has the properties of the decomposed model.
LiftedResult lift_result(const Model& original, const Decomposition& decomposition, PropertyResult& result);

}  // namespace quorate
