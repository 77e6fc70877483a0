// In which form lowered faults (faults/fault_kinds.hpp) are sound for a property: left out, which costs
// nothing, or as steps. Asked before the model is lowered, and so before the gate (verify/gate) is.
#pragma once

#include <string>
#include <vector>

#include "faults/lowering.hpp"

namespace quorate {

struct FaultFormChoice {
  FaultWords as_steps;
  std::vector<std::string> notes;
  std::string refusal;  // no form is sound; empty: one is
};

// The cheapest form that is sound. Without a property: what a search for model errors needs.
FaultFormChoice choose_fault_forms(const Model& model, const Property* property,
                                   std::span<const DeclarableFault> kinds = declarable_faults());

}  // namespace quorate
