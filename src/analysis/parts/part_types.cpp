// A type that mentions a role must mention one of its parts, and which one depends on the slot, not on the
// type: two variables of one type may hold processes of different parts. So types are made for each slot
// and equal ones shared (`intern`). Types of the original keep their positions. Process numbers change with
// the number of roles, so intervals and the masks of sets are computed anew.
#include "analysis/parts/part_types.hpp"

#include <algorithm>

namespace quorate {

namespace {

bool same(const Type& a, const Type& b) {
  const auto types_of = [](const Type& type) {
    std::vector<TypeId> types;
    for (const Field& field : type.fields) types.push_back(field.type);
    return types;
  };
  return a.kind == b.kind && a.name == b.name && a.low == b.low && a.high == b.high && a.roles == b.roles &&
         a.literals == b.literals && a.element == b.element && a.index == b.index &&
         types_of(a) == types_of(b) && std::ranges::equal(a.fields, b.fields, {}, &Field::name, &Field::name);
}

}  // namespace

PartTypes::PartTypes(const Model& model, const PartGraph& graph, const PartConstraints& constraints,
                     const std::vector<std::vector<PartNode>>& parts, Decomposition& target)
    : model_(model), graph_(graph), parts_(parts), target_(target) {
  make_roles(constraints);
  auto& types = target_.model.types;
  types = model.types;
  for (Type& type : types) {
    if (type.kind != TypeKind::process) continue;
    for (RoleId& role : type.roles) role = parts_of(role).front();
    if (type.roles.size() == 1) type.name = target_.model.role(type.roles[0]).type_name;
    set_interval(type);
  }
  for (Type& type : types) {
    if (type.kind == TypeKind::set) type.high = (std::int64_t{1} << types[type.element.index()].size()) - 1;
  }
  for (std::size_t r = 0; r < target_.model.roles.size(); ++r) {
    Role& role = target_.model.roles[r];
    Type type;
    type.kind = TypeKind::process;
    type.name = role.type_name;
    type.roles = {RoleId(static_cast<std::int64_t>(r))};
    set_interval(type);
    role.type = intern(std::move(type));
  }
}

void PartTypes::make_roles(const PartConstraints& constraints) {
  for (std::size_t r = 0; r < model_.roles.size(); ++r) {
    const RoleId role(static_cast<std::int64_t>(r));
    roles_.emplace_back();
    homes_.emplace_back(model_.roles[r].variables.size());
    for (std::size_t p = 0; p < std::max<std::size_t>(1, parts_[r].size()); ++p) {
      add_role(role, p, constraints);
    }
  }
}

void PartTypes::add_role(RoleId role, std::size_t part, const PartConstraints& constraints) {
  const Role& old = model_.role(role);
  const auto belongs = [&](PartNode atom) { return graph_.find(atom) == parts_[role.index()][part]; };
  const RoleId id(static_cast<std::int64_t>(target_.model.roles.size()));
  Role made;
  made.name = old.name;
  made.type_name = old.type_name;
  made.count = old.count;
  made.first = ProcessId(target_.model.process_count());
  made.span = old.span;
  RolePart origin{role, {}, {}};
  for (std::size_t v = 0; v < old.variables.size(); ++v) {
    if (!belongs(constraints.variable(role, v))) continue;
    homes_[role.index()][v] = {id, static_cast<std::int32_t>(made.variables.size())};
    made.variables.push_back(old.variables[v]);
    origin.variables.push_back(static_cast<std::int32_t>(v));
  }
  for (std::size_t k = 0; k < model_.rules.size(); ++k) {
    if (model_.rules[k].role == role && belongs(constraints.rule(k))) origin.rules.push_back(k);
  }
  if (parts_[role.index()].size() > 1) {
    made.name =
        old.name + part_label(model_, origin);  // the braces keep it apart from every name of the text
    made.type_name = made.name;
  }
  target_.model.roles.push_back(std::move(made));
  target_.origin.push_back(std::move(origin));
  roles_.back().push_back(id);
}

// As the checker of the language does: the smallest interval that covers the processes; 0..-1 if there are
// none.
void PartTypes::set_interval(Type& type) const {
  type.low = 0;
  type.high = -1;
  for (const RoleId id : type.roles) {
    const Role& role = target_.model.role(id);
    const bool first = type.high < type.low;
    if (role.count == 0) continue;
    const std::int64_t low = role.first.value;
    type.low = first ? low : std::min(type.low, low);
    type.high = first ? low + role.count - 1 : std::max(type.high, low + role.count - 1);
  }
}

RoleId PartTypes::role_of(RoleId role, PartNode node) const {
  const auto& roots = parts_[role.index()];
  const auto found = std::ranges::find(roots, graph_.find(node));
  const std::size_t part = found == roots.end() ? 0 : static_cast<std::size_t>(found - roots.begin());
  return roles_[role.index()][part];
}

bool PartTypes::holds_processes(SlotId id) const {
  const ProcessSlot& slot = graph_.slot(id);
  return !slot.processes.empty() ||
         std::ranges::any_of(slot.parts, [&](SlotId part) { return holds_processes(part); });
}

TypeId PartTypes::type_of(SlotId id) {
  const ProcessSlot& slot = graph_.slot(id);
  if (!holds_processes(id)) return slot.type;
  Type type = model_.type(slot.type);
  switch (type.kind) {
    case TypeKind::process:
      for (std::size_t i = 0; i < type.roles.size(); ++i) {
        type.roles[i] = role_of(slot.processes[i].first, slot.processes[i].second);
      }
      if (type.roles.size() == 1) type.name = target_.model.role(type.roles[0]).type_name;
      set_interval(type);
      break;
    case TypeKind::set:
      type.element = type_of(slot.parts[0]);
      type.high = (std::int64_t{1} << target_.model.type(type.element).size()) - 1;
      break;
    case TypeKind::array:
      type.index = type_of(slot.parts[0]);
      type.element = type_of(slot.parts[1]);
      break;
    default:
      for (std::size_t i = 0; i < type.fields.size(); ++i) type.fields[i].type = type_of(slot.parts[i]);
  }
  return intern(std::move(type));
}

TypeId PartTypes::intern(Type type) {
  auto& types = target_.model.types;
  const auto found = std::ranges::find_if(types, [&](const Type& known) { return same(known, type); });
  if (found == types.end()) {
    types.push_back(std::move(type));
    return TypeId(static_cast<std::int64_t>(types.size()) - 1);
  }
  return TypeId(found - types.begin());
}

std::int64_t PartTypes::process(SlotId slot, std::int64_t value) const {
  const RoleId old = model_.role_of(ProcessId(value));
  const RoleId role = role_of(old, graph_.node_of(slot, old));
  return target_.model.role(role).first.value + value - model_.role(old).first.value;
}

std::int64_t PartTypes::value_of(SlotId id, std::int64_t value) const {
  const ProcessSlot& slot = graph_.slot(id);
  if (!slot.processes.empty()) return process(id, value);
  if (!holds_processes(id)) return value;
  // A set. Its element type may not be interned yet, so its interval is computed here.
  const SlotId element = slot.parts[0];
  Type type = model_.type(graph_.slot(element).type);
  const std::int64_t old_low = type.low;
  for (std::size_t i = 0; i < type.roles.size(); ++i) {
    const auto& [role, node] = graph_.slot(element).processes[i];
    type.roles[i] = role_of(role, node);
  }
  set_interval(type);
  std::int64_t mask = 0;
  for (std::int64_t k = 0; (value >> k) != 0; ++k) {
    if (((value >> k) & 1) != 0) mask |= std::int64_t{1} << (process(element, old_low + k) - type.low);
  }
  return mask;
}

}  // namespace quorate
