// The runs of a Model, naively: who owes which step is taken from docs/semantics.md word by word, and
// formulas are grounded without shared code. With TemporalReference it judges temporal properties without any
// code of src/temporal or src/system.
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
