// For each process a superset of its reachable local states and of the messages that it may receive. See
// local_exploration.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "reduction/dead_messages/local_states.hpp"

namespace quorate {

// The result for one process: at least everything that occurs in a run, perhaps more.
struct LocalView {
  explicit LocalView(LocalStates of_process) : states(std::move(of_process)) {}

  LocalStates states;
  NumberedRows messages{2};  // sender, packed message
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      moves;  // pairs of different local states with a step from the first to the second
  // [local state]: numbers of the messages that some step takes there, or fails on. Unsorted, with
  // duplicates.
  std::vector<std::vector<std::uint32_t>> taken;
};

struct LocalViews {
  std::vector<LocalView> of_process;  // empty: the exploration was given up
  bool too_long = false;              // because of the limits
  std::string reason;                 // or for this reason, which is independent of the limits
};

// The limits of the exploration. Paxos with three leaders and three acceptors needs 3,324 trials, and 94,743
// with quorum rules, where the messages of the members are combined.
struct ExplorationLimits {
  static constexpr std::size_t a_moment = 150'000;      // about 30 milliseconds
  static constexpr std::size_t patiently = 20'000'000;  // some seconds

  std::size_t most_trials = a_moment;
  std::function<bool()> over = {};  // called from time to time: whether to give up
};

// Losses, deliveries and crashes must not be steps in the semantics of the system.
LocalViews explore_locally(const ModelSystem& system, const ExplorationLimits& limits);

}  // namespace quorate
