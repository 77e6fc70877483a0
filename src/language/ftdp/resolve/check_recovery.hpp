// Crashes with recovery: what a line with the word `down` says, `durable` variables, recovery rules and
// `sync`. Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

Recovery recovery_of(FtdpChecker& checker, const SyntaxFault& syntax);
void add_recovery_rule(FtdpChecker& checker, const SyntaxRule& syntax, Rule rule);
// Whether a crash can reset every variable that it must.
void check_recovery(FtdpChecker& checker);
// What has no effect because no process recovers, and values of `init` that a crash does not restore.
void warn_about_recovery(FtdpChecker& checker);

}  // namespace quorate
