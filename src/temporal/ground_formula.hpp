// A CTL* formula without quantifiers over values and without expressions: its atoms are numbers. What is
// between the formulas of a model and the algorithms, and what tests and other languages can write down
// themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "model/formula.hpp"
#include "temporal/ltl.hpp"

namespace quorate {

// for_all and for_some do not occur. `and` and `or` may have any number of children: none is true, or false.
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
