// In which form lowered faults (faults/fault_kinds.hpp) are sound for a property: the cheapest one that has
// nothing against it. Decided before the model is lowered, and so before the gate (verify/gate).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "faults/lowering.hpp"
#include "model/semantics.hpp"

namespace quorate {

struct FaultFormChoice {
  ChosenForms forms;
  std::vector<std::string> notes;
  std::string refusal;  // why no form is sound, or empty
};

// The cheapest form that is sound for the property; null: for a search for model errors. `crash`: what the
// user asks for.
FaultFormChoice choose_fault_forms(const Model& model, const Property* property,
                                   std::optional<CrashModel> crash = {},
                                   std::span<const DeclarableFault> kinds = declarable_faults());

}  // namespace quorate
