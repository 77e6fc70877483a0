// Which features cannot be used together with rules that take several messages.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

void check_compound_rules(FtdpChecker& checker);

}  // namespace quorate
