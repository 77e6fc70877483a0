// For searches that stop early: more room in channels, and texts for the reason.
#pragma once

#include <optional>
#include <string>

#include "model/model.hpp"
#include "model/semantics.hpp"
#include "search/search.hpp"

namespace quorate {

// Gives more room to the channels that had too little. False if they have the greatest room already.
bool enlarge(ChannelRoom& room, const Model& model, const ChannelOverflow& overflow);

// The reason as a text; empty for a search that finished. overflow: for StopReason::channel_overflow.
std::string stop_text(StopReason reason, const Model& model, const ChannelRoom& room,
                      const std::optional<ChannelOverflow>& overflow);

// The reason of an open judgement if a violation was found and cannot be shown.
std::string unshown_violation(const std::string& why);

// The reason of an open judgement if the store may have left states out.
std::string omission_text(double probability);

}  // namespace quorate
