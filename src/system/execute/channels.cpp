// An unordered channel is kept sorted in descending order, so that equal contents are equal bits. A FIFO
// channel keeps the order of sending. In a set channel a message that is there already is not inserted again.
#include "system/execute/channels.hpp"

namespace quorate {

void ChannelAccess::write(const ChannelLayout& channel, std::uint64_t* state,
                          const Contents& contents) const {
  for (std::uint32_t i = 0; i < channel.slot_count; ++i) {
    store_slot(layout_.slots[channel.first_slot + i], state, i < contents.size ? contents.values[i] : 0);
  }
}

void ChannelAccess::clear(const ChannelLayout& channel, std::uint64_t* state) const {
  for (std::uint32_t i = 0; i < channel.slot_count; ++i)
    store_slot(layout_.slots[channel.first_slot + i], state, 0);
}

void ChannelAccess::remove(const ChannelLayout& channel, std::uint64_t* state, std::size_t position) const {
  Contents contents;
  read(channel, state, contents);
  for (std::size_t i = position; i + 1 < contents.size; ++i) contents.values[i] = contents.values[i + 1];
  --contents.size;
  write(channel, state, contents);
}

// Inserts into descending order.
void ChannelAccess::sort_in(Contents& contents, std::uint64_t value) {
  std::size_t at = contents.size++;
  for (; at > 0 && contents.values[at - 1] < value; --at) contents.values[at] = contents.values[at - 1];
  contents.values[at] = value;
}

void ChannelAccess::deliver(const ChannelLayout& channel, std::uint64_t* state, std::size_t position) const {
  Contents contents;
  read(channel, state, contents);
  const std::uint64_t delivered = contents.values[position] | 1;
  if (fifo_) {
    contents.values[position] = delivered;
  } else {
    for (std::size_t i = position; i + 1 < contents.size; ++i) contents.values[i] = contents.values[i + 1];
    --contents.size;
    sort_in(contents, delivered);
  }
  write(channel, state, contents);
}

bool ChannelAccess::insert(const ChannelLayout& channel, std::uint64_t* state,
                           std::uint64_t message_code) const {
  Contents contents;
  read(channel, state, contents);
  if (set_) {
    for (std::size_t i = 0; i < contents.size; ++i) {
      if (message(contents.values[i]) == message_code) return true;
    }
  }
  if (contents.size == channel.slot_count) return false;
  const std::uint64_t value = layout_.delivered_flag ? message_code << 1 : message_code;
  if (fifo_) {
    contents.values[contents.size++] = value;
  } else {
    sort_in(contents, value);
  }
  write(channel, state, contents);
  return true;
}

}  // namespace quorate
