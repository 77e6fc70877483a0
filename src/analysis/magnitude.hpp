// How large the value of an integer expression can get, from its text alone.
#pragma once

#include "model/model.hpp"

namespace quorate {

// A bound on the absolute value; infinite where the text gives none (calls and `let`, whose declared types
// are not enforced).
double magnitude(const Model& model, const Expr& expression);

}  // namespace quorate
