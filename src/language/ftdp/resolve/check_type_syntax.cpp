// From a written type to an interned one. A name may be a type, a role, a parameter or `natural`; a
// constant alone is read as a range with a warning, because the printed Paxos has one.
#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/byzantine/check_signatures.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {
namespace {

TypeId resolve_enumeration(FtdpChecker& checker, const SyntaxType& syntax, const std::string& name) {
  std::map<std::string, Span> seen;
  Type type;
  type.kind = TypeKind::enumeration;
  type.name = name;
  for (const auto& literal : syntax.literals) {
    if (checker.declare(seen, literal, "the value")) type.literals.push_back(literal.text);
  }
  if (type.literals.empty()) {
    checker.error(syntax.span, "an enumeration needs at least one value", "write `enum {idle, busy}`");
    return {};
  }
  type.high = static_cast<std::int64_t>(type.literals.size()) - 1;
  return intern(checker, std::move(type));
}

TypeId resolve_record(FtdpChecker& checker, const SyntaxType& syntax, const std::string& name) {
  Type type;
  type.kind = TypeKind::record;
  type.name = name;
  type.fields = resolve_fields(checker, syntax.fields);
  return intern(checker, std::move(type));  // also with wrong fields, so that the others are known
}

TypeId resolve_array(FtdpChecker& checker, const SyntaxType& syntax, const std::string& name) {
  if (syntax.parts.size() != 2) return {};
  const TypeId index = resolve_type(checker, syntax.parts[0]);
  const TypeId element = resolve_type(checker, syntax.parts[1]);
  if (!index.valid() || !element.valid()) return {};
  if (!checker.type(index).scalar()) {
    checker.error(syntax.parts[0].span,
                  fmt::format("an array cannot be indexed by {}", describe(checker, index)),
                  "index it by a range, an enumeration or a role");
    return {};
  }
  if (refuse_natural(checker, index, syntax.parts[0].span, "an array cannot be indexed by the")) return {};
  Type type;
  type.kind = TypeKind::array;
  type.name = name;
  type.index = index;
  type.element = element;
  return intern(checker, std::move(type));
}

TypeId resolve_set(FtdpChecker& checker, const SyntaxType& syntax) {
  if (syntax.parts.size() != 1) return {};
  const TypeId element = resolve_type(checker, syntax.parts[0]);
  if (!element.valid()) return {};
  const Type& type = checker.type(element);
  if (!type.scalar()) {
    checker.error(syntax.parts[0].span, fmt::format("a set cannot hold {}", describe(checker, element)),
                  "sets hold numbers, booleans, enumeration values or processes");
    return {};
  }
  if (refuse_natural(checker, element, syntax.parts[0].span, "a set cannot hold")) return {};
  if (type.size() > kMaxSetElements) {
    checker.error(syntax.span, fmt::format("a set may have at most {} possible elements, but {} has {}",
                                           kMaxSetElements, spell(checker, element), type.size()));
    return {};
  }
  return set_type(checker, element);
}

// A constant where a type is expected: the printed Paxos has `highestPropNo: m*L`.
TypeId resolve_lone_constant(FtdpChecker& checker, const SyntaxExpr& syntax, const std::string& name) {
  const auto high = constant_integer(checker, syntax, "the bound of a range");
  if (!high) return {};
  if (*high < 0) {
    checker.error(syntax.span, fmt::format("{} is not a type", *high), "write a range such as `0..3`");
    return {};
  }
  const std::string text(checker.source.excerpt(syntax.span));
  checker.warning(syntax.span, fmt::format("`{}` alone is read as the range 0..{}", text, *high),
                  fmt::format("write `0..{}`", text));
  Type type;
  type.kind = TypeKind::range;
  type.name = name;
  type.high = *high;
  return intern(checker, std::move(type));
}

TypeId resolve_named(FtdpChecker& checker, const SyntaxType& syntax, const std::string& name) {
  if (syntax.bounds.empty()) return {};
  const SyntaxExpr& expr = syntax.bounds[0];
  if (expr.kind != SyntaxExprKind::name) return resolve_lone_constant(checker, expr, name);
  const std::string& word = expr.name.text;
  if (is_type_name(checker, word)) {
    const auto entry = checker.types.find(word);
    if (entry != checker.types.end() && entry->second.progress == ResolveState::running) {
      checker.error(expr.span, fmt::format("the type `{}` contains itself", word));
      return {};
    }
    return find_type(checker, word);
  }
  if (checker.parameters.contains(word)) return resolve_lone_constant(checker, expr, name);
  if (word == "natural") return natural_type(checker);
  std::vector<std::string> known{"bool", "natural"};
  for (const auto& entry : checker.types) known.push_back(entry.first);
  checker.error(
      expr.span, fmt::format("there is no type `{}`", word),
      suggest(word, known,
              fmt::format("declare it with `type {}: ...`, or write a range such as `0..3`", word)));
  return {};
}

std::vector<Field> fields_of(FtdpChecker& checker, const std::vector<SyntaxDeclaration>& fields,
                             bool of_message) {
  std::map<std::string, Span> seen;
  std::vector<Field> result;
  for (const auto& field : fields) {
    if (!checker.declare(seen, field.name, "the field")) continue;
    if (field.initial) {
      checker.error(field.initial->span,
                    fmt::format("the field `{}` cannot have an initial value", field.name.text),
                    "assign it in an `init` rule");
    }
    const bool signers = of_message && field.type.kind == SyntaxTypeKind::signers;
    const TypeId type = signers ? resolve_signers(checker, field.type) : resolve_type(checker, field.type);
    result.push_back({field.name.text, type, field.name.span});
  }
  return result;
}

}  // namespace

bool is_type_name(const FtdpChecker& checker, const std::string& name) {
  return checker.types.contains(name) || checker.roles.contains(name);
}

TypeId find_type(FtdpChecker& checker, const std::string& name) {
  const auto found = checker.types.find(name);
  if (found == checker.types.end()) {
    const auto role = checker.roles.find(name);
    return role == checker.roles.end() ? TypeId{} : checker.model.role(role->second).type;
  }
  TypeEntry& entry = found->second;
  if (entry.progress == ResolveState::not_started && entry.syntax != nullptr) {
    entry.progress = ResolveState::running;
    entry.type = resolve_type(checker, *entry.syntax, name);
    entry.progress = ResolveState::done;
  }
  return entry.type;
}

TypeId resolve_range(FtdpChecker& checker, const SyntaxType& syntax, bool may_be_empty,
                     const std::string& name) {
  if (syntax.bounds.size() != 2) return {};
  const auto low = constant_integer(checker, syntax.bounds[0], "the bound of a range");
  const auto high = constant_integer(checker, syntax.bounds[1], "the bound of a range");
  if (!low || !high) return {};
  std::int64_t distance = 0;
  if (__builtin_sub_overflow(*high, *low, &distance) || distance >= kMaxRangeSize) {
    checker.error(syntax.span, fmt::format("the range {}..{} has too many values", *low, *high),
                  fmt::format("a range has {} values at most", kMaxRangeSize));
    return {};
  }
  if (distance < 0 && !may_be_empty) {
    checker.error(syntax.span, fmt::format("the range {}..{} is empty", *low, *high),
                  "the first bound must not be greater than the second; check the values of the parameters");
    return {};
  }
  Type type;
  type.kind = TypeKind::range;
  type.name = name;
  type.low = *low;
  type.high = std::max(*high, *low - 1);
  return intern(checker, std::move(type));
}

TypeId resolve_type(FtdpChecker& checker, const SyntaxType& syntax, const std::string& name) {
  switch (syntax.kind) {
    case SyntaxTypeKind::named:
      return resolve_named(checker, syntax, name);
    case SyntaxTypeKind::range:
      return resolve_range(checker, syntax, false, name);
    case SyntaxTypeKind::boolean:
      return checker.model.boolean_type;
    case SyntaxTypeKind::enumeration:
      return resolve_enumeration(checker, syntax, name);
    case SyntaxTypeKind::record:
      return resolve_record(checker, syntax, name);
    case SyntaxTypeKind::array:
      return resolve_array(checker, syntax, name);
    case SyntaxTypeKind::set:
      return resolve_set(checker, syntax);
    case SyntaxTypeKind::role:
      checker.error(syntax.span, "a role must be declared under a name of its own",
                    "write `acceptorID: role[n];` in the `type` section and use `acceptorID` here");
      return {};
    case SyntaxTypeKind::signers:
      checker.error(syntax.span, "only a field of a message shows who has signed something",
                    "elsewhere write `set of ROLE`, or the role for a single process");
      return {};
  }
  return {};
}

TypeId resolve_storage_type(FtdpChecker& checker, const SyntaxType& syntax, Span span) {
  const TypeId type = resolve_type(checker, syntax);
  if (scalar_count(checker, type) <= kMaxScalars) return type;
  checker.error(span, fmt::format("this holds more than {} values", kMaxScalars),
                "make its arrays smaller: every state of the search stores all of them");
  return {};
}

std::vector<Field> resolve_message_fields(FtdpChecker& checker,
                                          const std::vector<SyntaxDeclaration>& fields) {
  return fields_of(checker, fields, true);
}

std::vector<Field> resolve_fields(FtdpChecker& checker, const std::vector<SyntaxDeclaration>& fields) {
  return fields_of(checker, fields, false);
}

}  // namespace quorate
