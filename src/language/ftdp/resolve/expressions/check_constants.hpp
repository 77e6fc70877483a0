// Parameters and constant expressions. Private to the checker.
#pragma once

#include <optional>

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

// Fills FtdpChecker::parameters and Model::parameters: defaults of the text, overridden by `values`.
void gather_parameters(FtdpChecker& checker, const ParameterValues& values);

// The value of a constant expression; none after an error. `what` is for messages: "the size of a role".
std::optional<std::int64_t> constant_integer(FtdpChecker& checker, const SyntaxExpr& syntax,
                                             const std::string& what);
// The same for any type; its value is converted to `expected`. `otherwise` says what else can be written.
std::optional<Expr> constant_value(FtdpChecker& checker, const SyntaxExpr& syntax, TypeId expected,
                                   const std::string& what, const std::string& otherwise = {});

}  // namespace quorate
