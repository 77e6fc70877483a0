// The reductions that a search can use, and the one place that lists them as layers. What is sound for a
// property is decided before (verify/gate); what a model does not allow, each layer says itself.
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
  bool forget = false;            // messages that nobody will receive, where that is sound and some are known
  ExplorationLimits exploration;  // to find them
  // What is known of them from another stack for the model and its semantics.
  std::optional<DeadMessages::Found> dead;
  PartialOrder por = PartialOrder::none;
  bool stateless = false;  // no states are stored; always so with PartialOrder::dpor
  LporOptions lpor_options;
  bool check = false;                // verify the conditions of LPOR in every state
  std::vector<PredicateId> visible;  // predicates of invariants, which partial-order reduction must preserve
};

// The layers that are wanted, from the lowest to the highest. Some of them are asked for what only they know:
// by the gate, by native code, by a search that finds dead messages late.
struct Layers {
  std::vector<std::unique_ptr<Layer>> all;
  StubbornLayer* stubborn = nullptr;
  ForgettingLayer* forgetting = nullptr;
  SymmetryLayer* symmetry = nullptr;
};
Layers wanted_layers(const Reductions& wanted);

}  // namespace quorate
