// The counts of a search.
#pragma once

#include <cstdint>

#include "store/state_store.hpp"

namespace quorate {

struct Statistics {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;  // executed steps
  std::uint64_t asleep = 0;       // the executed steps that were counted but not made (sleep_sets.hpp)
  std::uint64_t initial_states = 0;
  std::uint64_t depth = 0;   // breadth-first: of the deepest level; depth-first: longest path
  std::uint64_t queued = 0;  // states not yet expanded
  std::uint64_t store_bytes = 0;
  double seconds = 0;
  const char* activity = "";  // for the progress line: why a search is repeated
};

struct Violation {
  StateNumber state = no_state;
  Statistics statistics;  // when it was found
};

}  // namespace quorate
