// What every process can do on its own, whatever the others do: its local states, and the messages that it
// may be sent. See local_exploration.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "reduction/dead_messages/local_states.hpp"

namespace quorate {

// Of one process. There may be more than in any run, never less.
struct LocalView {
  explicit LocalView(LocalStates of_process) : states(std::move(of_process)) {}

  LocalStates states;
  NumberedRows messages{2};  // sender, packed message
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      moves;  // local states that are a step apart, different ones
  // [local state]: numbers of messages that some step takes there, or fails on. Not sorted, perhaps repeated.
  std::vector<std::vector<std::uint32_t>> taken;
};

struct LocalViews {
  std::vector<LocalView> of_process;  // empty: nothing is known
  bool too_long = false;              // since it took too many trials
  std::string reason;                 // or for this reason, whatever the limits
};

// How long to explore. Paxos with three leaders and three acceptors needs 3,324 trials, and 94,743 if
// messages are received in quorums, whose members are combined.
struct ExplorationLimits {
  static constexpr std::size_t a_moment = 150'000;      // about 30 milliseconds
  static constexpr std::size_t patiently = 20'000'000;  // some seconds

  std::size_t most_trials = a_moment;
  std::function<bool()> over = {};  // asked now and then: whether to give up
};

// The semantics must be one without steps of their own for losses, deliveries and crashes.
LocalViews explore_locally(const ModelSystem& system, const ExplorationLimits& limits);

}  // namespace quorate
