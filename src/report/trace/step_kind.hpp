// The words for the kinds of steps in JSON and ITF.
#pragma once

#include <optional>
#include <string_view>

#include "system/seam/description.hpp"

namespace quorate {

std::string_view step_kind_word(StepKind kind);  // "rule", "delivery", "loss", "crash", "fault", "otherwise"
std::optional<StepKind> step_kind_of(std::string_view word);

}  // namespace quorate
