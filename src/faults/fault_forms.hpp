// In which form lowered faults (faults/fault_kinds.hpp) are sound for a property: left out, which costs
// nothing, or as steps. Decided before the model is lowered, and so before the gate (verify/gate).
#pragma once

#include <string>
#include <vector>

#include "faults/lowering.hpp"

namespace quorate {

struct FaultFormChoice {
  FaultWords as_steps;
  std::vector<std::string> notes;
  std::string refusal;  // why no form is sound, or empty
};

// The cheapest form that is sound for the property; null: for a search for model errors.
FaultFormChoice choose_fault_forms(const Model& model, const Property* property,
                                   std::span<const DeclarableFault> kinds = declarable_faults());

}  // namespace quorate
