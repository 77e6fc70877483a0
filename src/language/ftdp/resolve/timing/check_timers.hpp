// Timers: declarations, `set` and `cancel`, rules `on expiry`, and what an eventually synchronous network
// asks of them. Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

// Timers become Boolean variables of their roles.
void declare_timers(FtdpChecker& checker);
bool is_timer(const Model& model, const Expr& place);
void check_timer_statement(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out);
// The rule tests and clears the timer.
void add_expiry(FtdpScope& scope, const Name& timer, Rule& rule);
void check_timers(FtdpChecker& checker);

}  // namespace quorate
