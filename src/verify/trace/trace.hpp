// From a path of packed states to a trace in words, by executing it again: every step must be one of the
// unreduced system, from an initial state on. A path that cannot be executed is an error of the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

struct Replay {
  TraceDescription trace;
  std::vector<std::vector<std::uint64_t>> path;  // the packed states, if all of it was executed
  std::string mismatch;                          // empty: the path was executed as it is
};

Replay replay(const TransitionSystem& system, const std::vector<std::vector<std::uint64_t>>& path);

// The same for a trace that was lifted from a decomposed model: the packed states of the original are found
// by what they look like. Loop and failure are those of the lifted trace.
Replay replay_lifted(const TransitionSystem& original, const Channels& channels,
                     const TraceDescription& lifted);

}  // namespace quorate
