// What every process can do on its own, whatever the others do: its local states, and the messages that it
// may be sent. See local_exploration.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "reduction/local_states.hpp"

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

// One view for each process. Empty if there is too much to look at. The semantics must be one without steps
// of their own for losses, deliveries and crashes.
std::optional<std::vector<LocalView>> explore_locally(const ModelSystem& system);

}  // namespace quorate
