// Protocols with faults of lowered kinds (faults/lowering.hpp): those that a text can declare, and `nap` and
// `halt`, which exist for tests only. Channels that are kept, replacing or not empty at first
// (channel_variants.hpp) are tried like faults. Part of tests/differential.
#pragma once

#include <vector>

#include "faults/lowering.hpp"

namespace quorate {

const std::vector<DeclarableFault>& tested_faults();

// The model with lines of this kind: one for all roles, or one for each. With other channels there is no
// line.
Model with_fault(const Model& model, const DeclarableFault& kind);

// The model with timers: Boolean variables that are there, and rules on their expiry. The network is
// eventually synchronous if the channels allow it.
Model with_timers(Model model);

// The model with all faults of lowered kinds as steps, as ordinary variables and rules.
Model explicitly(const Model& model);

// The first complaint of `judge` about the model with a fault, for a third of the kinds: which third depends
// on the model, so that many models together try all of them.
template <typename Judge>
std::string with_each_fault(const Model& model, const Judge& judge) {
  constexpr std::size_t share = 3;
  const std::vector<DeclarableFault>& kinds = tested_faults();
  for (std::size_t k = model.rules.size() % share; k < kinds.size(); k += share) {
    const std::string complaint = judge(with_fault(model, kinds[k]));
    if (!complaint.empty()) return complaint;
  }
  return "";
}

}  // namespace quorate
