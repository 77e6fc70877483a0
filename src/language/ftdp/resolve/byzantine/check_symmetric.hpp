// Symmetric Byzantine processes, and the fields after `same for`. Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

// The positions of the fields after `same for`. The kind must have its fields.
void resolve_same_for(FtdpChecker& checker, const SyntaxMessage& syntax);
// What symmetric processes are not possible with. All rules must be known.
void check_symmetric(FtdpChecker& checker);

}  // namespace quorate
