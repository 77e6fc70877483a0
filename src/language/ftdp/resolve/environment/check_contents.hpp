// The words of the `channels` line about what channels hold: `replacing`, `initially any KIND up to k`.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

// Called when the bound is known.
void check_replacing(FtdpChecker& checker, const SyntaxChannels& syntax);
// Called when the messages are declared.
void check_contents(FtdpChecker& checker);

}  // namespace quorate
