// Reads and changes the channels of a packed state. Only this class knows how messages lie in slots.
#pragma once

#include <array>
#include <cstdint>

#include "model/semantics.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

class ChannelAccess {
 public:
  ChannelAccess(const Layout& layout, const Channels& channels)
      : layout_(layout), fifo_(channels.fifo), set_(channels.set) {}

  // A channel never has more slots than this (make_layout). It is one more than a search may need, since the
  // replay of a trace may need one more.
  static constexpr std::size_t slot_limit = largest_bounded_room + 1;
  struct Contents {
    std::array<std::uint64_t, slot_limit> values;  // as in the slots
    std::size_t size = 0;
  };

  void read(const ChannelLayout& channel, const std::uint64_t* state, Contents& contents) const {
    contents.size = 0;
    for (std::uint32_t i = 0; i < channel.slot_count; ++i) {
      const std::uint64_t value = load_slot(layout_.slots[channel.first_slot + i], state);
      if (value == 0) break;
      contents.values[contents.size++] = value;
    }
  }

  [[nodiscard]] bool empty(const ChannelLayout& channel, const std::uint64_t* state) const {
    return channel.slot_count == 0 || load_slot(layout_.slots[channel.first_slot], state) == 0;
  }

  [[nodiscard]] std::uint64_t message(std::uint64_t slot_value) const {
    return layout_.delivered_flag ? slot_value >> 1 : slot_value;
  }
  [[nodiscard]] bool delivered(std::uint64_t slot_value) const {
    return !layout_.delivered_flag || (slot_value & 1) != 0;
  }

  void remove(const ChannelLayout& channel, std::uint64_t* state, std::size_t position) const;
  void clear(const ChannelLayout& channel, std::uint64_t* state) const;
  // Marks the waiting message at the position as delivered.
  void deliver(const ChannelLayout& channel, std::uint64_t* state, std::size_t position) const;
  // False if the channel is full.
  bool insert(const ChannelLayout& channel, std::uint64_t* state, std::uint64_t message) const;

 private:
  void write(const ChannelLayout& channel, std::uint64_t* state, const Contents& contents) const;
  static void sort_in(Contents& contents, std::uint64_t value);

  const Layout& layout_;
  bool fifo_;
  bool set_;
};

}  // namespace quorate
