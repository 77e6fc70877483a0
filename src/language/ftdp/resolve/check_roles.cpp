// Processes are numbered over the whole model, role by role in the order of the text. Both notations are
// read: in the printed one a role has two names, that of its type (`acceptorID: role[n]`) and that of the
// array of its variables, which becomes the role's name.
#include <fmt/format.h>

#include <algorithm>

#include "language/ftdp/resolve/check_declarations.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"

namespace quorate {
namespace {

struct RoleDeclaration {
  const Name* name = nullptr;
  const SyntaxExpr* count = nullptr;
};

std::vector<RoleDeclaration> declared_roles(const SyntaxModel& syntax) {
  std::vector<RoleDeclaration> all;
  for (const auto& type : syntax.types) {
    if (type.type.kind != SyntaxTypeKind::role) continue;
    all.push_back({&type.name, type.type.bounds.empty() ? nullptr : type.type.bounds.data()});
  }
  for (const auto& role : syntax.roles) all.push_back({&role.name, role.count ? &*role.count : nullptr});
  std::ranges::stable_sort(all, {}, [](const RoleDeclaration& role) { return role.name->span.begin; });
  return all;
}

std::int64_t role_count(FtdpChecker& checker, const RoleDeclaration& declaration) {
  if (declaration.count == nullptr) return 1;
  const std::string what = fmt::format("the number of processes of `{}`", declaration.name->text);
  const auto count = constant_integer(checker, *declaration.count, what);
  if (!count) return 1;
  if (*count < 0) {
    checker.error(declaration.count->span, fmt::format("{} is {}", what, *count), "it must be 0 or more");
    return 1;
  }
  return std::min(*count, kMaxProcesses + 1);
}

Type process_type(const std::string& name, std::vector<RoleId> roles) {
  Type type;
  type.kind = TypeKind::process;
  type.name = name;
  type.roles = std::move(roles);
  type.low = 0;
  type.high = -1;
  return type;
}

void set_interval(const FtdpChecker& checker, Type& type) {
  for (const RoleId id : type.roles) {
    const Role& role = checker.model.role(id);
    if (role.count == 0) continue;
    const bool first = type.high < type.low;
    const std::int64_t low = role.first.value;
    type.low = first ? low : std::min(type.low, low);
    type.high = first ? low + role.count - 1 : std::max(type.high, low + role.count - 1);
  }
}

void add_role(FtdpChecker& checker, const RoleDeclaration& declaration, std::int64_t& processes) {
  if (!checker.declare(checker.declared, *declaration.name, "the role")) return;
  Role role;
  role.name = declaration.name->text;
  role.type_name = role.name;
  role.span = declaration.name->span;
  role.count = role_count(checker, declaration);
  if (processes <= kMaxProcesses && processes + role.count > kMaxProcesses) {
    checker.error(declaration.name->span, fmt::format("the model has more than {} processes", kMaxProcesses),
                  "choose smaller parameters");
  }
  role.first = ProcessId(processes);
  processes += role.count;
  if (processes > kMaxProcesses) role.count = 0;
  const RoleId id(static_cast<std::int64_t>(checker.model.roles.size()));
  Type type = process_type(role.name, {id});
  checker.model.roles.push_back(role);
  set_interval(checker, type);
  const TypeId type_id = intern(checker, std::move(type));
  checker.model.roles.back().type = type_id;
  checker.roles[role.name] = id;
  checker.types[role.name] = {nullptr, type_id, ResolveState::done};
}

void add_roles_of(FtdpChecker& checker, const Name& name, std::vector<RoleId>& roles) {
  std::vector<RoleId> members;
  const auto role = checker.roles.find(name.text);
  const auto group = checker.types.find(name.text);
  if (role != checker.roles.end()) {
    members = {role->second};
  } else if (group != checker.types.end() && checker.is(group->second.type, TypeKind::process)) {
    members = checker.type(group->second.type).roles;
  } else {
    report_unknown_role(checker, name);
  }
  for (const RoleId member : members) {
    if (std::ranges::find(roles, member) == roles.end()) roles.push_back(member);
  }
}

}  // namespace

void declare_roles(FtdpChecker& checker) {
  std::int64_t processes = 0;
  for (const auto& declaration : declared_roles(checker.syntax)) add_role(checker, declaration, processes);
  if (checker.model.roles.empty() && !checker.diagnostics.has_errors()) {
    checker.error({}, "the model declares no role",
                  "write `role acceptor[3]`, or `acceptorID: role[3];` in a `type` section");
  }
  // An array of the `var` section gives a printed role its second name.
  for (const auto& variable : checker.syntax.variables) {
    const SyntaxType& type = variable.type;
    if (type.kind != SyntaxTypeKind::array || type.parts.size() != 2 || type.parts[0].bounds.size() != 1)
      continue;
    const auto found = checker.roles.find(type.parts[0].bounds[0].name.text);
    if (found == checker.roles.end()) continue;
    const RoleId id = found->second;
    Role& role = checker.model.roles[id.index()];
    if (role.name != role.type_name) continue;  // declare_variables reports the second array
    if (variable.name.text != role.type_name &&
        !checker.declare(checker.declared, variable.name, "the array")) {
      continue;
    }
    role.name = variable.name.text;
    checker.roles[role.name] = id;
  }
}

void declare_groups(FtdpChecker& checker) {
  for (const auto& group : checker.syntax.groups) {
    if (!checker.declare(checker.declared, group.name, "the group")) continue;
    std::vector<RoleId> roles;
    for (const auto& name : group.roles) add_roles_of(checker, name, roles);
    std::ranges::sort(roles);
    Type type = process_type(group.name.text, roles);
    set_interval(checker, type);
    const TypeId id = roles.empty() ? TypeId{} : intern(checker, std::move(type));
    checker.types[group.name.text] = {nullptr, id, ResolveState::done};
  }
}

}  // namespace quorate
