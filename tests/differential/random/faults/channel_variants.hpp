// Models with other channels than their text says: kept, replacing, not empty at first. Part of
// tests/differential.
#pragma once

#include <string_view>

#include "model/model.hpp"

namespace quorate {

inline constexpr std::string_view kept_channels = "kept";
inline constexpr std::string_view replacing_channels = "replacing";
inline constexpr std::string_view filled_channels = "initially";

// False if the word is none of the three. A model whose channels cannot be so stays as it is.
bool change_channels(Model& model, std::string_view word);

}  // namespace quorate
