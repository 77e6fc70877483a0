// Conditions on the statuses of a state as C++ expressions, for faults/fault_conditions.hpp.
#pragma once

#include <string>

#include "native/emit_parts.hpp"

namespace quorate {

class StatusText {
 public:
  using Truth = std::string;  // "true" and "false" are folded

  // `state` is the name of the state.
  StatusText(const EmitContext& context, std::string state) : c_(context), state_(std::move(state)) {}

  [[nodiscard]] std::string status_is(ProcessId process, Status status) const;
  [[nodiscard]] std::string at_least(std::int64_t count, const std::vector<ProcessId>& processes,
                                     Status status) const;
  [[nodiscard]] static std::string constant(bool value) { return value ? "true" : "false"; }
  [[nodiscard]] static std::string negation(const std::string& a);
  [[nodiscard]] static std::string both(const std::string& a, const std::string& b);
  [[nodiscard]] static std::string either(const std::string& a, const std::string& b);

 private:
  const EmitContext& c_;
  std::string state_;
};

inline FaultConditions<StatusText> faults_in(const EmitContext& context, const std::string& state) {
  return {context.exec.faults, StatusText(context, state)};
}

// "if (condition) what"; for a constant condition `what` or an empty text.
std::string if_true(const std::string& condition, const std::string& what);

}  // namespace quorate
