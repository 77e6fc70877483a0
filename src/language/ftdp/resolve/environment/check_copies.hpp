// The words of the `channels` line about messages that are received several times: `kept`, `duplicating`.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

// Called when the other words of the line are known.
void check_copies(FtdpChecker& checker, const SyntaxChannels& syntax);
// In `kept` channels every receipt leaves its messages. Called when all rules are known.
void keep_received_messages(FtdpChecker& checker);

}  // namespace quorate
