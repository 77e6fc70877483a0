// The semantics that a property is checked with: what was asked for if that is sound, otherwise the cheapest
// that is. Properties of states and temporal ones have reasons of their own; what follows from a reason is the
// same for all.
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

// Why the property cannot be checked with the traffic model that was asked for, or with a cheaper meaning of
// faults. Empty: it can.
struct SemanticsReasons {
  std::string traffic;
  std::string implicit_crash;
  std::string crash_at_receipt;
  std::string implicit_loss;
};
SemanticsReasons reasons_of_states(const Model& model, const Property& property, Traffic traffic);

SemanticsChoice choose_semantics(const Property& property, const CheckOptions& options,
                                 const SemanticsReasons& reasons);

// A search with this semantics met a channel that was full to its declared bound.
SemanticsChoice after_full_channel(const Model& model, const Semantics& semantics,
                                   const CheckOptions& options);

}  // namespace quorate
