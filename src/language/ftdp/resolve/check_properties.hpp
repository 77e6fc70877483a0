// Properties: invariants, freedom from deadlock, temporal formulas. Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

void check_properties(FtdpChecker& checker);

}  // namespace quorate
