// Statements of rules, initial rules and monitors. Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

std::vector<Stmt> check_statements(FtdpScope& scope, const std::vector<SyntaxStmt>& syntax);

// check_send.cpp. Each appends the statements that one `send`, or one assignment to `2role[k]`, stands for.
void check_send(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out);
// `waiting(q, p, KIND(value, ...))`, in lemmas.
Expr check_waiting(FtdpScope& scope, const SyntaxExpr& syntax);
bool is_outgoing(const SyntaxExpr& syntax);  // `2role[k]` or `2role[k].field`
void check_outgoing(FtdpScope& scope, const SyntaxStmt& syntax, std::vector<Stmt>& out);
// The fields of a whole message or of a record variable, in the order of `fields`; none after an error.
std::optional<std::vector<Expr>> check_record_value(FtdpScope& scope, const SyntaxExpr& syntax,
                                                    const std::vector<Field>& fields,
                                                    const std::string& what);

}  // namespace quorate
