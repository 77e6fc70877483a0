// From a path of packed states to a trace of descriptions, by executing it again: every step must be one of
// the unreduced system, from an initial state on. A path that cannot be executed is an internal error.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "system/seam/transition_system.hpp"

namespace quorate {

struct Replay {
  TraceDescription trace;
  std::vector<std::vector<std::uint64_t>> path;  // the packed states, if the whole path was executed
  std::string mismatch;                          // why it could not be executed, or empty
};

Replay replay(const TransitionSystem& system, const std::vector<std::vector<std::uint64_t>>& path);

// The same for a trace that was lifted from a decomposed model: the packed states of the original are found
// by comparing descriptions. Loop and failure are taken from the lifted trace.
Replay replay_lifted(const TransitionSystem& original, const Channels& channels,
                     const TraceDescription& lifted);

}  // namespace quorate
