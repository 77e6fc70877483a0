// Formulas that are equivalent to an invariant. They are checked as one, which is cheaper and allows more
// reductions.
#pragma once

#include <optional>

#include "model/model.hpp"

namespace quorate {

// The predicate that must hold in every state of every run if and only if the formula holds; none if the
// formula is of another form.
std::optional<Expr> invariant_form(const Model& model, const Formula& formula);

}  // namespace quorate
