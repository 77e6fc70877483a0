// The implicit conversions, each with its error message. Private to the checker.
//
// A process is an integer where one is needed (its number in its role); an integer is a process where a
// role's array is indexed; a role's process is one of its groups'; a set widens to one of a larger element
// type. Ranges are not conversions: a number outside the target's range is a model error when it happens,
// and an error here only if it is constant.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

// `what` starts the message: "{what} must be a boolean, but this is an integer".
Expr convert(FtdpScope& scope, Expr value, TypeId target, const std::string& what);
Expr to_integer(FtdpScope& scope, Expr value, const std::string& what);
Expr to_boolean(FtdpScope& scope, Expr value, const std::string& what);
// An index into an array: as convert, but any integer may stand for a process.
Expr to_index(FtdpScope& scope, Expr value, TypeId target, const std::string& what);
// Makes both sets of one type; reports and returns false if neither contains the other's elements.
bool unify_sets(FtdpScope& scope, Expr& left, Expr& right, Span span);

}  // namespace quorate
