// In which form lowered faults (faults/fault_kinds.hpp) are sound for a property: left out, which costs
// nothing, or as steps. Asked before the model is lowered, and so before the gate (verify/gate) is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "faults/lowering.hpp"
#include "model/semantics.hpp"

namespace quorate {

struct FaultFormChoice {
  FaultWords as_steps;
  std::vector<std::string> notes;
  std::string refusal;  // the wanted form is not sound; empty: it is
};

// Without a property: what a search for model errors needs. `wanted`: of all kinds; none: the cheapest that
// is sound.
FaultFormChoice choose_fault_forms(const Model& model, const Property* property,
                                   std::optional<FaultForm> wanted,
                                   std::span<const DeclarableFault> kinds = declarable_faults());

}  // namespace quorate
