// The semantics that a property is checked with: what was asked for if that is sound, otherwise the cheapest
// that is.
#pragma once

#include <string>
#include <vector>

#include "verify/check_options.hpp"

namespace quorate {

struct SemanticsChoice {
  Semantics semantics;
  std::string refusal;             // not empty: what was asked for is not sound
  std::vector<std::string> notes;  // what was chosen, and why
};

SemanticsChoice choose_semantics(const Model& model, const Property& property, const CheckOptions& options);

// A search with this semantics met a channel that was full to its declared bound.
SemanticsChoice after_full_channel(const Model& model, const Semantics& semantics,
                                   const CheckOptions& options);

}  // namespace quorate
