// What every check does about searches that stop early: more room in channels, or words for the reason.
#pragma once

#include <optional>
#include <string>

#include "model/model.hpp"
#include "model/semantics.hpp"
#include "search/search.hpp"

namespace quorate {

// More room in the channels that were too small. False if they have as much as they may get.
bool enlarge(ChannelRoom& room, const Model& model, const ChannelOverflow& overflow);

// Empty for a search that finished. `overflow` belongs to StopReason::channel_overflow.
std::string stop_text(StopReason reason, const Model& model, const ChannelRoom& room,
                      const std::optional<ChannelOverflow>& overflow);

// Of a property whose violation was found and cannot be shown.
std::string unshown_violation(const std::string& why);

// Why a search whose store may have left states out proves nothing.
std::string omission_text(double probability);

}  // namespace quorate
