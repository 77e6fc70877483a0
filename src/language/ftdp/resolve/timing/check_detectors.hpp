// Failure detectors: declarations, and the questions `suspects(q)` and `leader()` in guards. Private to the
// checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

void declare_detectors(FtdpChecker& checker);
Expr check_detector_call(FtdpScope& scope, const SyntaxExpr& syntax);
// Whether it is clear which answers let a step happen.
void check_answers(FtdpChecker& checker, const Rule& rule);

}  // namespace quorate
