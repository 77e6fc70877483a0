// Omission faults and the `network` line: numbers, and what does not go together. Private to the checker.
#pragma once

#include <optional>
#include <vector>

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

// How many messages each process may omit; none: there is no limit.
std::optional<std::int64_t> omitted_messages(FtdpChecker& checker, const SyntaxFault& syntax);
void add_network(FtdpChecker& checker, const SyntaxNetwork& syntax, std::vector<RoleId> roles);
// To be called when all lines are known.
void check_network_faults(FtdpChecker& checker);

}  // namespace quorate
