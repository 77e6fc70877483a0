// A path of formulas executed by the engine. A counterexample from an initial state counts only if the
// original model has it; an inductive counterexample, which may begin in any state, is described step by
// step.
#pragma once

#include <optional>

#include "induction/k_induction.hpp"
#include "induction/proof_system.hpp"
#include "verify/trace/trace.hpp"

namespace quorate {

// A run of the original model with the variables of the path in each state and at its end a violation of
// the property (or a model error, if `property` is null); none if no such run was found.
std::optional<TraceDescription> replayed_violation(const ProofSystem& system, const SymbolicPath& path,
                                                   const Property* property);

// The path in words, on the relaxed model. None if its channels hold more messages than the engine has room
// for: a state without some of them would not explain what is consumed.
std::optional<TraceDescription> described(const ProofSystem& system, const SymbolicPath& path);

}  // namespace quorate
