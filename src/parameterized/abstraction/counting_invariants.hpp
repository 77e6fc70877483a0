// Invariants of all instances at once, over shared variables and numbers of processes in each status:
// without them the abstraction loses and invents processes and messages. Found from the rules or given by
// the author, and proved inductive before use.
#pragma once

#include <string>
#include <vector>

#include "parameterized/smt_session.hpp"

namespace quorate {

// A condition whose count symbols are numbers of processes in a status: index is `first status of the kind +
// status`.
struct CountingInvariant {
  std::string name;
  Condition condition;
  bool proved = false;
  std::string reason;  // why not
};

// Numbers the statuses of all kinds one after the other.
struct StatusNumbers {
  explicit StatusNumbers(const RuleSystem& rules);
  [[nodiscard]] std::int32_t number(std::int32_t kind, std::int32_t status) const {
    return first[static_cast<std::size_t>(kind)] + status;
  }
  std::vector<std::int32_t> first;                         // by kind
  std::vector<std::pair<std::size_t, std::size_t>> place;  // kind and status, by number
};

// Every candidate, proved or not, in the order: the author's, equations and bounds by weights, bounds from
// guards.
std::vector<CountingInvariant> counting_invariants(SmtSession& session);

// The invariant over the session's variables, before or after a step.
z3::expr invariant_term(SmtSession& session, const Condition& invariant, bool after);
// The statuses of each kind add up to its number of processes, and none is negative.
z3::expr processes_term(SmtSession& session, bool after);

std::string to_text(const CountingInvariant& invariant, const RuleSystem& rules);

}  // namespace quorate
