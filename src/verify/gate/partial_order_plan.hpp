// Which partial-order reduction a property is checked with, and what stands against the one that was asked
// for. Part of the soundness gate.
#pragma once

#include <optional>
#include <string>

#include "model/model.hpp"
#include "model/semantics.hpp"
#include "reduction/stubborn/partial_order.hpp"

namespace quorate {

std::string to_text(PartialOrder por);

struct PartialOrderWish {
  std::optional<PartialOrder> por;  // none: stubborn sets wherever they are sound
  bool stateless = false;           // no states are stored
  bool symmetry = false;            // symmetry reduction is to be used as well
};

struct PartialOrderPlan {
  PartialOrder por = PartialOrder::none;
  std::string refusal;  // why the wish cannot be granted, or empty
};

PartialOrderPlan plan_partial_order(const Model& model, const Semantics& semantics,
                                    const PartialOrderWish& wish);

}  // namespace quorate
