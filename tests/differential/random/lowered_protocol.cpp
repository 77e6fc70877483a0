#include "lowered_protocol.hpp"

#include <algorithm>

namespace quorate {

namespace {

// Marks a process, whose rules stop until another step clears the mark. reference_faults.cpp has the same
// kinds.
void lower_nap(Lowering& to) {
  const HiddenFlag asleep = to.flag("asleep");
  to.stop_rules(asleep);
  to.step_that_marks("doze", asleep);
  to.step_that_clears("wake", asleep);
}

// Marks a process for ever, so that runs may end, which stateless searches need.
void lower_halt(Lowering& to) {
  const HiddenFlag halted = to.flag("halted");
  to.stop_rules(halted);
  to.step_that_marks("halt", halted);
}

std::string nothing(const Model&, const Property*) {
  return "";
}

FaultAssumption line_of(const DeclarableFault& kind, std::vector<RoleId> roles) {
  FaultAssumption line;
  line.kind = FaultKind::lowered;
  line.word = kind.word;
  line.roles = std::move(roles);
  line.count = 1;
  return line;
}

}  // namespace

const std::vector<DeclarableFault>& tested_faults() {
  static const std::vector<DeclarableFault> all = [] {
    std::vector<DeclarableFault> kinds{{"nap", FaultKind::lowered, nothing, nothing, lower_nap},
                                       {"halt", FaultKind::lowered, nothing, nothing, lower_halt}};
    for (const DeclarableFault& kind : declarable_faults()) {
      if (kind.kind == FaultKind::lowered) kinds.push_back(kind);
    }
    return kinds;
  }();
  return all;
}

Model with_fault(const Model& model, const DeclarableFault& kind) {
  Model result = model;
  std::vector<RoleId> roles;
  for (std::size_t r = 0; r < model.roles.size(); ++r) roles.emplace_back(static_cast<std::int64_t>(r));
  if (model.rules.size() % 2 == 0) {
    result.faults.push_back(line_of(kind, roles));
  } else {
    for (const RoleId role : roles) result.faults.push_back(line_of(kind, {role}));
  }
  return result;
}

Model explicitly(const Model& model) {
  FaultWords words;
  for (const DeclarableFault& kind : tested_faults()) words.insert(kind.word);
  return lower(model, words, tested_faults());
}

}  // namespace quorate
