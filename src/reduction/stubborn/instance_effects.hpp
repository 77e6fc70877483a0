// The possible effects of one transition, found by abstract execution of its body: which messages it can send
// to whom, and how it moves one variable of its process.
#pragma once

#include <compare>
#include <set>
#include <vector>

#include "analysis/definedness.hpp"
#include "reduction/stubborn/message_classes.hpp"

namespace quorate {

struct PossibleSend {
  ProcessId to;
  MessageClass what = 0;
  auto operator<=>(const PossibleSend&) const = default;
};

struct Outcome {
  std::int64_t value = 0;  // the assumed scalar after the step
  std::set<PossibleSend> sends;
};

// All outcomes of the body from the instance's assumptions, merged by the value of the assumed scalar. Empty
// if the guard is false. domain: the values that the assumed scalar can have.
std::vector<Outcome> outcomes(RuleInstance instance, const MessageClasses& classes,
                              const Definedness& definedness, const std::vector<std::int64_t>& domain);

// Everything the transition can send.
std::set<PossibleSend> possible_sends(const RuleInstance& instance, const MessageClasses& classes,
                                      const Definedness& definedness);

// What rules may take for defined: the processes whose variables they read have a state.
Definedness definedness_for_rules(const Model& model);

}  // namespace quorate
