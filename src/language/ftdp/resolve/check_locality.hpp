// What a rule may use. Processes share nothing but messages, so a rule uses the variables of its own
// process only, also through functions. No rule reads a status, and no rule's behaviour depends on a
// monitor variable. Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

void check_rule_locality(FtdpChecker& checker, const Rule& rule);
void check_rule_monitors(FtdpChecker& checker, const Rule& rule);
// A property must have one truth value: reports `any`, `argmax` and `argmin`, also in called functions.
void check_no_choice(FtdpChecker& checker, const Expr& predicate);

}  // namespace quorate
