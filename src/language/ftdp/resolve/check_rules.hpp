// Bodies: functions, initial rules, rules, the monitor's `observe`. Private to the checker.
#pragma once

#include "language/ftdp/resolve/check_context.hpp"

namespace quorate {

void check_function_bodies(FtdpChecker& checker);  // reports recursion
void check_initial_rules(FtdpChecker& checker);
void check_rules(FtdpChecker& checker);
void check_observe(FtdpChecker& checker);
// Messages that a rule waits for and no rule sends, and those that are sent and not received.
void warn_about_messages(FtdpChecker& checker);
// Rules for Byzantine processes that do not exist, and a status that never changes.
void warn_about_faults(FtdpChecker& checker);

// The meaning of each parameter. Pointers into the syntax; null when there is none.
struct RuleHeading {
  const SyntaxParameter* self = nullptr;
  const SyntaxParameter* sender = nullptr;
  std::vector<const SyntaxParameter*> others;
};

// check_heading.cpp: declares the parameters in the scope and fills the rule's role, receive and
// parameters. False after an error that leaves the body without a meaning.
bool check_heading(FtdpScope& scope, const SyntaxRule& syntax, Rule& rule);
// check_inputs.cpp: the same for rules whose messages have names. False after an error.
bool bind_inputs(FtdpScope& scope, const SyntaxRule& syntax, Rule& rule);
// The type of the process or the sender: only a role or a group can be meant.
TypeId resolve_processes(FtdpChecker& checker, const SyntaxType& syntax);
// Reports senders that are no processes; then it is invalid.
TypeId resolve_senders(FtdpChecker& checker, const SyntaxType& syntax);
void check_quorum(FtdpScope& scope, const SyntaxParameter& sender, Receive& receive);
// A parameter that takes every value of its type.
bool bind_parameter(FtdpScope& scope, const SyntaxParameter& syntax, std::vector<RuleParameter>& parameters);

}  // namespace quorate
