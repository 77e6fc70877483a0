// Conditions on the statuses of processes as texts of a target: the Logic of faults/fault_conditions.hpp.
// Exported models have implicit crashes, so that nothing here asks who may crash.
#pragma once

#include "export/translation/translator.hpp"
#include "faults/fault_conditions.hpp"

namespace quorate {

// A process of a role, given by an expression.
struct ExportedProcess {
  RoleId role;
  ProcessId first;  // of the role
  Text text;

  [[nodiscard]] std::size_t index() const { return first.index(); }
};

inline ExportedProcess exported(const Model& model, RoleId role, const Text& process) {
  return {role, model.role(role).first, process};
}

class StatusTexts {
 public:
  using Truth = Text;

  StatusTexts(Translator& translator, const Facts& facts) : translator_(translator), facts_(facts) {}

  [[nodiscard]] Text status_is(const ExportedProcess& process, Status status) const {
    const RoleFacts& role = facts_.role(process.role);
    const bool possible = (status == Status::byzantine && role.may_be_byzantine) ||
                          (status == Status::crashed && role.may_be_crashed);
    if (!possible) return constant(false);
    return translator_.equal(translator_.process_place(process.role, process.text, "status"),
                             translator_.status_value(status));
  }
  [[nodiscard]] static Text constant(bool value) { return Translator::truth(value); }
  [[nodiscard]] static Text negation(const Text& a) { return Translator::negation(a); }
  [[nodiscard]] Text both(const Text& a, const Text& b) const { return translator_.both(a, b); }
  [[nodiscard]] Text either(const Text& a, const Text& b) const { return translator_.either(a, b); }

 private:
  Translator& translator_;
  const Facts& facts_;
};

inline FaultConditions<StatusTexts> fault_texts(Translator& translator, const Facts& facts) {
  return {facts.faults(), StatusTexts(translator, facts)};
}

}  // namespace quorate
