// The facts are read off the text and the parameters, never found by a search, so they may overstate: a
// channel that nobody ever uses costs variables, a status that never changes costs comparisons. They keep the
// exported text and its states small. Roles without processes, rules that cannot be executed and types
// without values are left out; a pair of roles has a channel only if a live rule may send along it; a role
// has a status only if its processes may be Byzantine or start crashed.
#include "export/common/facts.hpp"

#include <algorithm>

#include "analysis/message_flow.hpp"
#include "faults/declared_faults.hpp"

namespace quorate {

namespace {

std::vector<RoleFacts> find_roles(const Model& model) {
  std::vector<RoleFacts> roles(model.roles.size());
  for (std::size_t r = 0; r < roles.size(); ++r) roles[r].live = model.roles[r].count > 0;
  for (const FaultAssumption& fault : model.faults) {
    if (fault.count <= 0) continue;
    for (const RoleId role : fault.roles) {
      if (fault.kind == FaultKind::byzantine) roles[role.index()].may_be_byzantine = true;
      if (fault.kind == FaultKind::crash) roles[role.index()].may_crash = true;
    }
  }
  const auto assigned = assigned_statuses(model);
  const auto strategy = roles_with_strategy(model);
  for (std::size_t r = 0; r < roles.size(); ++r) {
    roles[r].may_be_byzantine |= assigned[r].contains(Status::byzantine);
    roles[r].may_be_crashed |= assigned[r].contains(Status::crashed);
    roles[r].may_crash |= assigned[r].contains(Status::crash);
    roles[r].mute = roles[r].may_be_byzantine && !strategy[r];
  }
  return roles;
}

std::vector<bool> mute_roles(const std::vector<RoleFacts>& roles) {
  std::vector<bool> mute;
  for (const RoleFacts& role : roles) mute.push_back(role.mute);
  return mute;
}

}  // namespace

Facts::Facts(const Model& model, const ExportOptions& options)
    : model_(model),
      faults_(model, Semantics{}),
      roles_(find_roles(model)),
      channels_(model.roles.size(), std::vector<bool>(model.roles.size(), false)),
      slots_(model.channels.bound.value_or(options.slots)),
      codes_(model),
      definedness_(model, mute_roles(roles_)) {
  find_channels();
}

void Facts::find_channels() {
  for (const Rule& rule : model_.rules) {
    if (!live(rule)) continue;
    for (const RoleId to : rule_sends(model_, rule).roles) {
      const bool somebody_else = model_.role(to).count > (to == rule.role ? 1 : 0);
      if (somebody_else) channels_[rule.role.index()][to.index()] = true;
    }
  }
}

bool Facts::any_channel() const {
  return std::any_of(channels_.begin(), channels_.end(), [](const std::vector<bool>& row) {
    return std::find(row.begin(), row.end(), true) != row.end();
  });
}

bool Facts::live(const Rule& rule) const {
  if (!role(rule.role).live) return false;
  if (rule.receive.kind != ReceiveKind::none && live_roles(rule.receive.sender_type).empty()) return false;
  return std::none_of(rule.parameters.begin(), rule.parameters.end(),
                      [&](const RuleParameter& parameter) { return empty(parameter.type); });
}

bool Facts::live(const InitialRule& rule) const {
  return std::none_of(rule.parameters.begin(), rule.parameters.end(),
                      [&](const RuleParameter& parameter) { return empty(parameter.type); });
}

bool Facts::empty(TypeId id) const {
  const Type& type = model_.type(id);
  switch (type.kind) {
    case TypeKind::set:
      return empty(type.element);
    case TypeKind::record:
      return std::all_of(type.fields.begin(), type.fields.end(),
                         [&](const Field& field) { return empty(field.type); });
    case TypeKind::array:
      return empty(type.index) || empty(type.element);
    case TypeKind::process:
      return live_roles(id).empty();
    default:
      return type.high < type.low;
  }
}

std::vector<RoleId> Facts::live_roles(TypeId process_type) const {
  std::vector<RoleId> roles;
  for (const RoleId role : model_.type(process_type).roles) {
    if (model_.role(role).count > 0) roles.push_back(role);
  }
  std::sort(roles.begin(), roles.end(),
            [&](RoleId a, RoleId b) { return model_.role(a).first < model_.role(b).first; });
  return roles;
}

bool Facts::may_be_absent(RoleId sender) const {
  return model_.channels.synchronous && role(sender).has_status();
}

}  // namespace quorate
