// `ceil(e)` and `floor(e)`: inside, `/` divides exactly. Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

Expr check_rounding(FtdpScope& scope, const SyntaxExpr& syntax, bool up, Span span);

}  // namespace quorate
