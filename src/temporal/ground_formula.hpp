// A CTL* formula without quantifiers over values and without expressions: its atoms are numbers. The
// algorithms take these; verify/temporal/grounding makes them of the formulas of a model, tests and other
// languages write them down directly.
#pragma once

#include <cstdint>
#include <vector>

#include "model/formula.hpp"
#include "temporal/ltl.hpp"

namespace quorate {

// for_all and for_some do not occur. `and` and `or` may have any number of children; without children they
// are true and false.
struct GroundFormula {
  FormulaKind kind = FormulaKind::atom;
  std::uint32_t atom = 0;
  std::vector<GroundFormula> children;

  bool operator==(const GroundFormula&) const = default;
};

// Whether A or E occurs.
bool has_path_quantifier(const GroundFormula& formula);
// Whether a temporal operator or a path quantifier occurs.
bool is_temporal(const GroundFormula& formula);
// Whether every temporal operator stands inside a path quantifier.
bool is_state_formula(const GroundFormula& formula);
bool has_next(const GroundFormula& formula);

// `formula` has no path quantifier.
LtlId to_ltl(LtlPool& pool, const GroundFormula& formula);

}  // namespace quorate
