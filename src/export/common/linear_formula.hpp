// Temporal properties for a target that checks linear-time formulas over flags: the formula as text, and the
// predicates whose truth the flags hold. Knows spin's notation and nothing of how predicates are written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

struct ExportedAtom {
  Expr predicate;
  const Frame* frame = nullptr;
};

struct ExportedFormula {
  std::string name;
  std::string text;  // with the flag of atom k as <k>
  std::vector<ExportedAtom> atoms;
};

// Why the property would mean something else, or nothing, in the exported model; empty if it can be exported.
std::string against_linear_formula(const Model& model, const Property& property);

// For a property that against_linear_formula has nothing against. The model must outlive the result.
ExportedFormula linear_formula(const Model& model, const Property& property);

}  // namespace quorate
