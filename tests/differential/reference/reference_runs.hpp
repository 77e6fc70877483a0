// The runs of a Model by the naive reference: everybody's obligations are spelt
// out from docs/semantics.md, formulas are grounded without sharing anything. With TemporalReference it
// judges temporal properties without any code of src/temporal or src/system.
#pragma once

#include <optional>

#include "model/model.hpp"
#include "reference_checker.hpp"
#include "temporal/fairness.hpp"
#include "temporal/ground_formula.hpp"
#include "temporal/table_system.hpp"

namespace quorate {

struct ReferenceRuns {
  Table table;
  Fairness fairness;
  GroundFormula formula;
};

// None if there are more states than options.max_states, too many predicates, or if the model has an error.
std::optional<ReferenceRuns> reference_runs(const Model& model, const Property& property,
                                            const ReferenceOptions& options);

}  // namespace quorate
