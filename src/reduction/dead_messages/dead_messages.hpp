// Which messages are dead: no step will ever take them. See dead_messages.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reduction/dead_messages/local_exploration.hpp"

namespace quorate {

class DeadMessages {
 public:
  // Why messages cannot be forgotten under these semantics, or empty.
  static std::string against(const Model& model, const Semantics& semantics);
  struct Found {
    std::shared_ptr<const DeadMessages> messages;  // null if none are known to become dead
    bool too_long = false;                         // none are known because a limit was reached
    std::string reason;                            // or for this reason; empty: none exist
  };
  // Only if `against` is empty.
  static Found find(const ModelSystem& system, const ExplorationLimits& limits = {});

  // The same dead messages for states of another system of the model and semantics, with other room in
  // channels. Null if that is not possible.
  static std::shared_ptr<const DeadMessages> in_states_of(const ModelSystem& system,
                                                          const std::shared_ptr<const DeadMessages>& dead);

  // The number of the local state of a process. It is known in every reachable state.
  [[nodiscard]] std::optional<std::uint32_t> local_state(ProcessId process,
                                                         const std::uint64_t* state) const {
    return receivers_[process.index()].states.find(state);
  }
  // Whether a message to a process in this local state is dead.
  [[nodiscard]] bool dead(ProcessId from, ProcessId to, std::uint32_t local_state,
                          std::uint64_t message) const {
    const Receiver& receiver = receivers_[to.index()];
    const std::array<std::uint64_t, 2> row{from.index(), message};
    const auto number = receiver.messages.find(row.data());
    return number &&
           ((receiver.live[local_state * receiver.words + *number / 64] >> (*number % 64)) & 1) == 0;
  }

 private:
  // The messages to one process.
  struct Receiver {
    LocalStates states;
    NumberedRows messages;            // sender, packed message
    std::size_t words = 0;            // in a row of `live`
    std::vector<std::uint64_t> live;  // [local state]: the messages that can still be received, as bits
  };

  DeadMessages() = default;
  static void find_live(const LocalView& view, Receiver& receiver);
  [[nodiscard]] static bool some_dead(const Receiver& receiver);

  std::vector<Receiver> receivers_;  // [process]
};

}  // namespace quorate
