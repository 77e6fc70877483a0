// The properties of a Model sorted by how they are exported: as invariants, as allowed end states, as
// linear-time formulas, or not at all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "export/common/facts.hpp"
#include "export/common/linear_formula.hpp"
#include "model/model.hpp"

namespace quorate {

struct ExportedInvariant {
  std::string name;
  Expr predicate;
  const Frame* frame = nullptr;
};

struct ExportedProperties {
  std::vector<ExportedInvariant> invariants;
  std::optional<ExportedInvariant> end_states;  // freedom from deadlock: the end states that it allows
  std::vector<ExportedFormula> formulas;        // where the target has them
  std::vector<std::string> left_out;            // "progress: a formula of branching time"
};

// Temporal properties that are invariants are among the invariants.
ExportedProperties exported_properties(const Model& model, const Facts& facts, const ExportOptions& options);

}  // namespace quorate
