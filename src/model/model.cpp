#include "model/model.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quorate {

std::int64_t Model::process_count() const {
  std::int64_t total = 0;
  for (const auto& role : roles) total += role.count;
  return total;
}

RoleId Model::role_of(ProcessId process) const {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const auto offset = process.value - roles[i].first.value;
    if (offset >= 0 && offset < roles[i].count) return RoleId(static_cast<std::int64_t>(i));
  }
  return {};
}

std::string Model::process_name(ProcessId process) const {
  const RoleId id = role_of(process);
  if (!id.valid()) return fmt::format("process#{}", process.value);
  return fmt::format("{}[{}]", role(id).name, process.value - role(id).first.value + 1);
}

bool Model::has_value(TypeId id, std::int64_t value) const {
  const Type& t = type(id);
  if (t.kind == TypeKind::set) {
    if (value < 0 || (value >> type(t.element).size()) != 0) return false;
    for (std::int64_t k = 0; k < type(t.element).size(); ++k) {
      if (((value >> k) & 1) != 0 && !has_value(t.element, type(t.element).low + k)) return false;
    }
    return true;
  }
  if (value < t.low || value > t.high) return false;
  if (t.kind != TypeKind::process || t.roles.size() == 1) return true;
  const RoleId owner = role_of(ProcessId(value));
  for (const RoleId member : t.roles) {
    if (member == owner) return true;
  }
  return false;
}

std::vector<std::int64_t> Model::values_of(TypeId id) const {
  std::vector<std::int64_t> values;
  const Type& t = type(id);
  for (std::int64_t value = t.low; value <= t.high; ++value) {
    if (has_value(id, value)) values.push_back(value);
  }
  return values;
}

std::string Model::show(TypeId id, std::int64_t value) const {
  const Type& t = type(id);
  switch (t.kind) {
    case TypeKind::boolean:
      return value != 0 ? "true" : "false";
    case TypeKind::enumeration:
      if (value >= 0 && value < static_cast<std::int64_t>(t.literals.size())) {
        return t.literals[static_cast<std::size_t>(value)];
      }
      return fmt::format("{}", value);
    case TypeKind::process:
      return process_name(ProcessId(value));
    case TypeKind::set: {
      std::string text;
      for (std::int64_t k = 0; k < type(t.element).size(); ++k) {
        if (((value >> k) & 1) == 0) continue;
        if (!text.empty()) text += ", ";
        text += show(t.element, type(t.element).low + k);
      }
      return "{" + text + "}";
    }
    default:
      return fmt::format("{}", value);
  }
}

std::optional<FairnessAssumption> Model::find_fairness(const std::string& wanted) const {
  for (const FairnessAssumption& declared : fairness) {
    if (declared.name == wanted) return declared;
  }
  FairnessAssumption predefined;
  predefined.name = wanted;
  for (const FairnessKind kind : {FairnessKind::processes, FairnessKind::messages}) {
    const bool named = wanted == (kind == FairnessKind::processes ? "processes" : "messages");
    if (named || wanted == "fair") predefined.items.push_back({kind, {}, {}});
  }
  if (predefined.items.empty()) return std::nullopt;
  return predefined;
}

const Rule* find_compound_rule(const Model& model) {
  const auto found = std::ranges::find_if(model.rules, &Rule::compound);
  return found == model.rules.end() ? nullptr : &*found;
}

bool declares(const Model& model, FaultKind kind) {
  return std::ranges::any_of(model.faults, [&](const FaultAssumption& fault) { return fault.kind == kind; });
}

bool leaves_messages(const Model& model) {
  return std::ranges::any_of(model.rules, [](const Rule& rule) { return rule.receive.keeps > 0; });
}

bool declares(const Model& model, FaultKind kind, RoleId role) {
  return std::ranges::any_of(model.faults, [&](const FaultAssumption& fault) {
    return fault.kind == kind && std::ranges::find(fault.roles, role) != fault.roles.end();
  });
}

}  // namespace quorate
