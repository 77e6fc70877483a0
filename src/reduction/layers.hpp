// The reductions that a search can use, and the list of them as layers. What is sound for a property is
// decided before (verify/gate); whether a model allows a reduction is decided by its layer.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reduction/dead_messages/forgetting_layer.hpp"
#include "reduction/stubborn/partial_order.hpp"
#include "reduction/stubborn/stubborn_layer.hpp"
#include "reduction/symmetry/symmetry_layer.hpp"

namespace quorate {

// Which reductions a search uses.
struct Reductions {
  ProcessGroup group;             // trivial: no symmetry
  bool forget = false;            // forget dead messages, where that is sound and some are known
  ExplorationLimits exploration;  // limits for finding them
  // Dead messages that are known from another stack for the same model and semantics.
  std::optional<DeadMessages::Found> dead;
  PartialOrder por = PartialOrder::none;
  Purpose purpose;  // stateless: always with PartialOrder::dpor
  LporOptions lpor_options;
  bool check = false;                // verify the conditions of LPOR in every state
  std::vector<PredicateId> visible;  // predicates of invariants, which partial-order reduction must preserve
};

// The wanted layers, from the lowest to the highest. The named ones are also used directly: by the gate, by
// native code, and by a search that finds dead messages late.
struct Layers {
  std::vector<std::unique_ptr<Layer>> all;
  StubbornLayer* stubborn = nullptr;
  ForgettingLayer* forgetting = nullptr;
  SymmetryLayer* symmetry = nullptr;
};
Layers wanted_layers(const Reductions& wanted);

}  // namespace quorate
