// Invariants of every single process, over its counting variables, the shared variables and the parameters: a
// process has not received more than was sent. Found from the guards of the rules and proved inductive before
// use.
#pragma once

#include <string>
#include <vector>

#include "parameterized/smt_session.hpp"

namespace quorate {

struct LocalInvariant {
  std::int32_t kind = 0;
  std::int32_t status = -1;  // of the processes that it is about; -1: all of the kind
  Condition condition;       // over shared variables and the locals of the kind
  bool proved = false;
};

std::vector<LocalInvariant> local_invariants(SmtSession& session);

// The proved invariants of a process in a status; `term` says what its variables and the shared ones are.
std::vector<z3::expr> invariant_terms(SmtSession& session, const std::vector<LocalInvariant>& invariants,
                                      std::int32_t kind, std::int32_t status, const SymbolTerm& term);

}  // namespace quorate
