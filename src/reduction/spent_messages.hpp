// Messages that nobody will ever receive, and that may be forgotten. See spent_messages.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reduction/local_exploration.hpp"

namespace quorate {

class SpentMessages {
 public:
  // Why messages cannot be forgotten under these semantics, or empty.
  static std::string against(const Model& model, const Semantics& semantics);
  // Null if no message is known to become spent. Nothing must be against it, and no channel may ever be full.
  // The system must outlive this.
  static std::unique_ptr<const SpentMessages> find(const ModelSystem& system);

  // Forgets what is spent after a step of the transition, where nothing was before it.
  void forget(const Transition& transition, std::uint64_t* state) const;
  // Forgets all that is spent.
  void forget(std::uint64_t* state) const;

 private:
  // Of the messages to one process.
  struct Receiver {
    LocalStates states;
    NumberedRows messages;            // sender, packed message
    std::size_t words = 0;            // of a row of `live`
    std::vector<std::uint64_t> live;  // [local state]: the messages that can still be received, as bits
    std::vector<const ChannelLayout*> inputs;
  };

  explicit SpentMessages(const ModelSystem& system)
      : layout_(system.layout()), access_(system.layout(), system.model().channels) {}
  static void add_live(const LocalView& view, Receiver& receiver);
  [[nodiscard]] static bool some_spent(const Receiver& receiver);
  void forget(const Receiver& receiver, std::uint32_t local, const ChannelLayout& channel,
              std::uint64_t* state) const;
  void forget_in(const ChannelLayout& channel, std::uint64_t* state) const;

  const Layout& layout_;
  const ChannelAccess access_;
  std::vector<Receiver> receivers_;  // [process]
};

}  // namespace quorate
