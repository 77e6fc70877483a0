// Omission faults: a process that fails to send some of its messages, or to receive some of those that come.
// docs/semantics.md says what their steps are; docs/soundness/models.md when they may be left out.
#pragma once

#include <array>
#include <string_view>

#include "faults/fault_kinds.hpp"

namespace quorate {

inline constexpr std::string_view send_omission_word = "send omission";
inline constexpr std::string_view receive_omission_word = "receive omission";
inline constexpr std::string_view general_omission_word = "general omission";

bool is_omission(std::string_view word);

std::array<DeclarableFault, 3> omission_faults();

}  // namespace quorate
