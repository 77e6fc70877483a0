// What channels can hold at first (`channels initially any KIND up to k`).
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "system/compile/layout.hpp"

namespace quorate {

// The messages of one content, the oldest first in a FIFO channel.
using ChannelContent = std::vector<std::uint64_t>;

// All contents of the channel, the empty one first; a few above the limit if there are more.
std::vector<ChannelContent> initial_contents(const Model& model, const Layout& layout,
                                             const ChannelLayout& channel, std::size_t limit);

}  // namespace quorate
