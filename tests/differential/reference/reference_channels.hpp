// Channels of the reference checker's states. Part of tests/differential.
#pragma once

#include <vector>

#include "reference_value.hpp"

namespace quorate {

std::vector<RefMessage> content(const RefState& state, ChannelEnds ends);
void store(RefState& state, ChannelEnds ends, std::vector<RefMessage> messages);
// The first message equal to this one, delivered or not as this one is, disappears.
void remove_message(RefState& state, ChannelEnds ends, const RefMessage& message);
std::vector<RefMessage> distinct(const std::vector<RefMessage>& messages);

}  // namespace quorate
