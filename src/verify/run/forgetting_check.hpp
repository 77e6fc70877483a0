// What forgetting spent messages is built on, verified by brute force for --check-reductions: a debug check
// for small systems. See forgetting_check.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "reduction/dead_messages/spent_messages.hpp"

namespace quorate {

struct ForgettingCheck {
  std::string flaw;           // a state in which a forgotten message matters; empty: there is none
  std::uint64_t states = 0;   // of the unreduced system, in which that was verified
  std::uint64_t without = 0;  // as many are left without their spent messages
  bool all = false;           // the system has no other states
};

// Looks at `most_states` states of the unreduced system. The model must be one that can be executed.
ForgettingCheck check_forgetting(const Model& model, const Semantics& semantics,
                                 const std::shared_ptr<const SpentMessages>& spent,
                                 std::uint64_t most_states);

}  // namespace quorate
