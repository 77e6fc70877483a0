// Expressions: from what was written to typed, resolved nodes. Private to the checker.
//
// Types flow both ways. `expected` is the type that the context wants, invalid if none: it decides between
// enumerations that share a literal and gives set literals their type. The result need not be of that type;
// convert() makes it so.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

Expr check_expression(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected = {});
Expr check_boolean(FtdpScope& scope, const SyntaxExpr& syntax, const std::string& what);
Expr check_integer(FtdpScope& scope, const SyntaxExpr& syntax, const std::string& what);
// What is assigned or sent: converted to the target's type; may be the word `undefined`.
Expr check_value(FtdpScope& scope, const SyntaxExpr& syntax, TypeId target, const std::string& what);

// check_places.cpp: names, `a.b`, `a[b]`
Expr check_name(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected);
Expr check_member(FtdpScope& scope, const SyntaxExpr& syntax);
Expr check_index(FtdpScope& scope, const SyntaxExpr& syntax);
// The variable of a process; for a group's process the one of whichever role it has.
Expr process_variable(FtdpScope& scope, Expr process, const Name& name, Span span);
Expr field_of(const FtdpChecker& checker, Expr record, std::size_t index, Span span);
// The scalars and sets in a place, in order.
std::vector<Expr> leaves(const FtdpChecker& checker, const Expr& place);

// check_messages.cpp
// `msg` or `msg[j]` alone, or another name of a message: its fields in order, none after an error.
struct WholeMessage {
  KindId kind;  // invalid if nothing is received
  std::vector<Expr> fields;
};
// None if it is something else.
std::optional<WholeMessage> check_whole_message(FtdpScope& scope, const SyntaxExpr& syntax);
bool is_message(const FtdpScope& scope, const SyntaxExpr& syntax);  // `msg`, `msg[j]`, or another name of one
Expr misused_message(FtdpScope& scope, const SyntaxExpr& syntax);   // reports a whole message used as a value
Expr check_message_member(FtdpScope& scope, const SyntaxExpr& syntax);

// check_names.cpp
enum class NameMeaning {
  nothing,
  local,
  own_variable,
  monitor_variable,
  parameter,
  role,
  group,
  type,
  function,
  literal
};
NameMeaning meaning_of(const FtdpScope& scope, const std::string& name);
Expr unknown_name(FtdpScope& scope, const Name& name);
Expr check_literal(FtdpScope& scope, const Name& name, TypeId expected);
std::int32_t find_variable(const Role& role, const std::string& name);  // -1 when there is none
std::vector<std::string> variable_names(const Role& role);

// check_operators.cpp
Expr check_prefix(FtdpScope& scope, const SyntaxExpr& syntax);
Expr check_infix(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected);
Expr check_conditional(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected, bool undefined_allowed);
// Its type depends on what is expected: a literal, a parameter, a set literal.
bool needs_context(const FtdpScope& scope, const SyntaxExpr& syntax);
// Both sides; one that needs context is checked with the type of the other as its expectation.
std::pair<Expr, Expr> check_pair(FtdpScope& scope, const SyntaxExpr& left, const SyntaxExpr& right,
                                 TypeId expected);

// check_equality.cpp
// Of a set that is compared with a number; empty for other operands.
std::string size_hint(const FtdpChecker& checker, const Expr& left, const Expr& right);
Expr check_equality(FtdpScope& scope, const SyntaxExpr& syntax);

// check_sets.cpp
Expr check_set_literal(FtdpScope& scope, const SyntaxExpr& syntax, TypeId expected);
Expr check_set_operator(FtdpScope& scope, const SyntaxExpr& syntax, ExprKind kind, Expr left, Expr right);
Expr check_membership(FtdpScope& scope, const SyntaxExpr& syntax);

// check_quantifiers.cpp
struct BinderDomain {  // invalid type after an error
  TypeId type;         // of the elements
  std::optional<Expr> set;
};
BinderDomain check_domain(FtdpScope& scope, const SyntaxType& syntax);
// The name of the messages of a batch or part, which `size` and quantifiers alone may use; none if it is not
// one.
std::optional<Expr> taken_messages(const FtdpScope& scope, const SyntaxExpr& syntax);
Expr check_quantifier(FtdpScope& scope, const SyntaxExpr& syntax);
Expr check_any_of(FtdpScope& scope, const SyntaxExpr& syntax);

// check_calls.cpp
Expr check_call(FtdpScope& scope, const SyntaxExpr& syntax);
bool is_builtin(const std::string& name);
// let x = value in body(x); the value itself where it can be repeated freely.
Expr with_value(FtdpScope& scope, Expr value, const std::function<Expr(const Expr&)>& body);

}  // namespace quorate
