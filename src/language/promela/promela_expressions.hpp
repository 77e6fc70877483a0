// The parser's part for expressions and for LTL formulas.
#pragma once

#include "language/promela/promela_cursor.hpp"
#include "language/promela/promela_syntax.hpp"

namespace quorate {

// Expressions of statements, conditions on parameters and propositions have one grammar, which the checker
// restricts.
PromelaExpression parse_promela_expression(PromelaCursor& cursor);

PromelaFormula parse_promela_formula(PromelaCursor& cursor);

}  // namespace quorate
