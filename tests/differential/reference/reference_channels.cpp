#include "reference_channels.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace quorate {

std::vector<RefMessage> content(const RefState& state, ChannelEnds ends) {
  const auto found = state.channels.find(ends);
  return found == state.channels.end() ? std::vector<RefMessage>{} : found->second;
}

void store(RefState& state, ChannelEnds ends, std::vector<RefMessage> messages) {
  if (messages.empty()) {
    state.channels.erase(ends);
  } else {
    state.channels[ends] = std::move(messages);
  }
}

void remove_message(RefState& state, ChannelEnds ends, const RefMessage& message) {
  auto messages = content(state, ends);
  const auto found = std::find(messages.begin(), messages.end(), message);
  if (found == messages.end()) throw std::logic_error("a message that is not there");
  messages.erase(found);
  store(state, ends, std::move(messages));
}

std::vector<RefMessage> distinct(const std::vector<RefMessage>& messages) {
  const std::set<RefMessage> different(messages.begin(), messages.end());
  return {different.begin(), different.end()};
}

}  // namespace quorate
