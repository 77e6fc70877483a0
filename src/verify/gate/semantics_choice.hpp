// Chooses the semantics for a property: what the options say, which is refused if it is not sound; otherwise
// the cheapest one that is sound.
#pragma once

#include <string>
#include <vector>

#include "verify/check_options.hpp"

namespace quorate {

struct SemanticsChoice {
  Semantics semantics;
  std::string refusal;             // not empty: the options are not sound
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

// The semantics to use after a search with this one has met a channel that was full to its declared bound.
SemanticsChoice after_full_channel(const Model& model, const Semantics& semantics,
                                   const CheckOptions& options);

// The semantics of a proof by induction, whose formulas have no order of messages.
Semantics semantics_of_proof(const Model& model, const Property& property);

}  // namespace quorate
