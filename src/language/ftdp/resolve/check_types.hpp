// Types in the checker: interning, resolving what was written, comparing, and naming in users' words.
// Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

TypeId intern(FtdpChecker& checker, Type type);
TypeId range_type(FtdpChecker& checker, std::int64_t low, std::int64_t high);
TypeId set_type(FtdpChecker& checker, TypeId element);
TypeId natural_type(FtdpChecker& checker);
// Reports where the natural numbers would have to be enumerated: "{what} natural numbers: there is no end
// to them". False if it is another type.
bool refuse_natural(FtdpChecker& checker, TypeId type, Span span, const std::string& what);
void add_predefined_types(FtdpChecker& checker);

// The type that was written, or an invalid one after an error. `name` is the declared name, if any.
TypeId resolve_type(FtdpChecker& checker, const SyntaxType& syntax, const std::string& name = {});
// The type of this name, resolving its declaration first if need be; invalid when there is none.
TypeId find_type(FtdpChecker& checker, const std::string& name);
bool is_type_name(const FtdpChecker& checker, const std::string& name);
// Reports a range of low > high unless `may_be_empty`, and one that is too large.
TypeId resolve_range(FtdpChecker& checker, const SyntaxType& syntax, bool may_be_empty,
                     const std::string& name = {});
// Resolves and reports if values of it cannot be held in a variable or message of limited size.
TypeId resolve_storage_type(FtdpChecker& checker, const SyntaxType& syntax, Span span);
std::vector<Field> resolve_fields(FtdpChecker& checker, const std::vector<SyntaxDeclaration>& fields);
std::vector<Field> resolve_message_fields(FtdpChecker& checker, const std::vector<SyntaxDeclaration>& fields);

bool same_type(const FtdpChecker& checker, TypeId a, TypeId b);  // values can be copied from one to the other
bool share_role(const FtdpChecker& checker, TypeId a, TypeId b);  // two process types
bool covers(const FtdpChecker& checker, TypeId wide,
            TypeId narrow);  // scalar types: every value of narrow is in wide
std::int64_t scalar_count(const FtdpChecker& checker, TypeId type);  // at most kMaxScalars + 1
std::vector<std::string> field_names(const std::vector<Field>& fields);

// "an integer of 0..4", "a process of acceptor", "a set of ..."
std::string describe(const FtdpChecker& checker, TypeId type);
// As in a declaration: "0..4", "acceptorID", "enum {READ, WRITE}"
std::string spell(const FtdpChecker& checker, TypeId type);

}  // namespace quorate
