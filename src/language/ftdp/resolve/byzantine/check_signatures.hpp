// Signed messages, and the fields of other messages that show who has signed them. Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

// The type of a field `signers of KIND(...)` or `signer of KIND(...)`: a set of processes, or a process, of
// the role whose rules send the kind. Invalid after an error.
TypeId resolve_signers(FtdpChecker& checker, const SyntaxType& syntax);
// What the certificates of all messages are about. All kinds must be known.
void check_certificates(FtdpChecker& checker);

}  // namespace quorate
