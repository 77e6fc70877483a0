// Types are interned by structure and name: equal types have one TypeId, and an alias keeps its name in
// messages. `same_type` says whether values can be copied, `covers` whether every value of one type is one
// of another.
#include "language/ftdp/resolve/check_types.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quorate {
namespace {

std::string intern_key(const Type& type) {
  std::string key = fmt::format("{}|{}|{}|{}|{}|{}", static_cast<int>(type.kind), type.name, type.low,
                                type.high, type.element.value, type.index.value);
  if (type.positions != 0) key += fmt::format("|at {}", type.positions);
  for (const auto& literal : type.literals) key += "|" + literal;
  for (const RoleId role : type.roles) key += fmt::format("|{}", role.value);
  for (const auto& field : type.fields) key += fmt::format("|{}:{}", field.name, field.type.value);
  return key;
}

bool same_fields(const FtdpChecker& checker, const Type& a, const Type& b) {
  return std::equal(
      a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
      [&](const Field& x, const Field& y) { return x.name == y.name && same_type(checker, x.type, y.type); });
}

bool same_index(const FtdpChecker& checker, TypeId a, TypeId b) {
  const Type& x = checker.type(a);
  const Type& y = checker.type(b);
  return x.kind == y.kind && x.low == y.low && x.high == y.high && x.roles == y.roles &&
         x.literals == y.literals;
}

}  // namespace

TypeId intern(FtdpChecker& checker, Type type) {
  const TypeId next(static_cast<std::int64_t>(checker.model.types.size()));
  const auto [entry, fresh] = checker.interned.emplace(intern_key(type), next);
  if (!fresh) return entry->second;
  if (type.kind == TypeKind::enumeration) {
    for (const auto& literal : type.literals) checker.literals[literal].push_back(next);
  }
  checker.model.types.push_back(std::move(type));
  return next;
}

TypeId range_type(FtdpChecker& checker, std::int64_t low, std::int64_t high) {
  Type type;
  type.kind = TypeKind::range;
  type.low = low;
  type.high = high;
  return intern(checker, std::move(type));
}

TypeId set_type(FtdpChecker& checker, TypeId element) {
  Type type;
  type.kind = TypeKind::set;
  type.low = 0;
  type.high = (std::int64_t{1} << checker.type(element).size()) - 1;
  type.element = element;
  return intern(checker, std::move(type));
}

TypeId natural_type(FtdpChecker& checker) {
  Type type;
  type.kind = TypeKind::range;
  type.name = "natural";
  type.high = std::int64_t{1} << 53;
  type.unbounded = true;
  return intern(checker, std::move(type));
}

bool refuse_natural(FtdpChecker& checker, TypeId type, Span span, const std::string& what) {
  if (!type.valid() || !checker.type(type).unbounded) return false;
  checker.error(span, fmt::format("{} natural numbers: there are infinitely many", what),
                "use a range such as `0..3`");
  return true;
}

void add_predefined_types(FtdpChecker& checker) {
  Type boolean;
  boolean.name = "bool";
  checker.model.boolean_type = intern(checker, std::move(boolean));
  constexpr std::int64_t limit = std::int64_t{1} << 53;
  Type integer;
  integer.kind = TypeKind::range;
  integer.name = "integer";
  integer.low = -limit;
  integer.high = limit;
  checker.model.integer_type = intern(checker, std::move(integer));
  Type status;
  status.kind = TypeKind::enumeration;
  status.name = "status";
  status.literals = {"corr", "crash", "byz", "crashed"};
  status.high = 3;
  checker.model.status_type = intern(checker, std::move(status));
}

bool same_type(const FtdpChecker& checker, TypeId a, TypeId b) {
  if (!a.valid() || !b.valid() || a == b) return true;
  const Type& x = checker.type(a);
  const Type& y = checker.type(b);
  if (x.kind != y.kind) return false;
  switch (x.kind) {
    case TypeKind::boolean:
    case TypeKind::range:
      return true;
    case TypeKind::enumeration:
      return x.literals == y.literals;
    case TypeKind::process:
      return share_role(checker, a, b);
    case TypeKind::set:
      return same_index(checker, x.element, y.element);
    case TypeKind::record:
      return same_fields(checker, x, y);
    case TypeKind::array:
      return same_index(checker, x.index, y.index) && same_type(checker, x.element, y.element);
  }
  return false;
}

bool share_role(const FtdpChecker& checker, TypeId a, TypeId b) {
  const auto& others = checker.type(b).roles;
  return std::ranges::any_of(checker.type(a).roles,
                             [&](RoleId role) { return std::ranges::find(others, role) != others.end(); });
}

bool covers(const FtdpChecker& checker, TypeId wide, TypeId narrow) {
  if (wide == narrow) return true;
  const Type& w = checker.type(wide);
  const Type& n = checker.type(narrow);
  if (w.kind != n.kind) return false;
  if (w.kind == TypeKind::enumeration) return w.literals == n.literals;
  if (w.kind == TypeKind::process) {
    return std::ranges::all_of(n.roles, [&](RoleId role) {
      return checker.model.role(role).count == 0 || std::ranges::find(w.roles, role) != w.roles.end();
    });
  }
  return n.size() <= 0 || (w.low <= n.low && n.high <= w.high);
}

std::int64_t scalar_count(const FtdpChecker& checker, TypeId id) {
  if (!id.valid()) return 1;
  const Type& type = checker.type(id);
  constexpr std::int64_t limit = kMaxScalars + 1;
  if (type.kind == TypeKind::array) {
    const std::int64_t length = std::clamp<std::int64_t>(checker.type(type.index).size(), 0, limit);
    return std::min(limit, length * scalar_count(checker, type.element));
  }
  if (type.kind != TypeKind::record) return 1;
  std::int64_t total = 0;
  for (const auto& field : type.fields) total = std::min(limit, total + scalar_count(checker, field.type));
  return total;
}

std::vector<std::string> field_names(const std::vector<Field>& fields) {
  std::vector<std::string> names;
  for (const auto& field : fields) names.push_back(field.name);
  return names;
}

std::string spell(const FtdpChecker& checker, TypeId id) {
  if (!id.valid()) return "?";
  const Type& type = checker.type(id);
  if (!type.name.empty()) return type.name;
  switch (type.kind) {
    case TypeKind::range:
      return fmt::format("{}..{}", type.low, type.high);
    case TypeKind::enumeration:
      return fmt::format("enum {{{}}}", fmt::join(type.literals, ", "));
    case TypeKind::set:
      return "set of " + spell(checker, type.element);
    case TypeKind::array:
      return fmt::format("array[{}] of {}", spell(checker, type.index), spell(checker, type.element));
    case TypeKind::record:
      return fmt::format("record with {}", fmt::join(field_names(type.fields), ", "));
    default:
      return "bool";
  }
}

std::string describe(const FtdpChecker& checker, TypeId id) {
  if (!id.valid()) return "?";
  const Type& type = checker.type(id);
  switch (type.kind) {
    case TypeKind::boolean:
      return "a boolean";
    case TypeKind::range:
      return id == checker.model.integer_type ? "an integer" : "an integer of " + spell(checker, id);
    case TypeKind::enumeration:
      if (id == checker.model.status_type) return "a status";
      return type.name.empty() ? fmt::format("one of {{{}}}", fmt::join(type.literals, ", "))
                               : fmt::format("a value of {}", type.name);
    case TypeKind::process:
      return fmt::format("a process of {}", type.name);
    case TypeKind::set:
      return "a " + spell(checker, id);
    case TypeKind::record:
      return type.name.empty() ? "a " + spell(checker, id) : "a record " + type.name;
    case TypeKind::array:
      return "an " + spell(checker, id);
  }
  return "?";
}

}  // namespace quorate
