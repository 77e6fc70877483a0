// Initialisation for all admissible parameters at once: whether it can fail, and whether it can be
// completed. Instances find this out by executing it; abstraction and runs cut into pieces assume that it
// has no error, and must ask here first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parameterized/smt_session.hpp"

namespace quorate {

// Why some instance may have an error before its first state: an assertion fails, or a variable becomes
// negative. Empty: none has.
std::string initialisation_failure(SmtSession& session);

// Whether some admissible parameters have an initial state.
bool initial_states_exist(SmtSession& session);

struct BlockedStart {
  std::size_t process = 0;               // a kind of processes that cannot be initialised
  std::vector<std::int64_t> parameters;  // with these
};

// Admissible parameters for which some process cannot be initialised, so that there is no run; small ones
// if they are found soon. Only for initialisations that do not depend on each other.
std::optional<BlockedStart> start_that_blocks(SmtSession& session);

}  // namespace quorate
