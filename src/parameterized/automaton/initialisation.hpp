// Initialisation for all admissible parameters at once: whether it can go wrong, and whether it can come to
// its end. Instances know this by doing it; abstraction and runs cut into pieces take processes to be
// initialised without an error, and ask here before.
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

// Admissible parameters for which some process cannot be initialised, so that there is no run; small ones if
// they are found soon. Looks at initialisations that do not depend on each other only.
std::optional<BlockedStart> start_that_blocks(SmtSession& session);

}  // namespace quorate
