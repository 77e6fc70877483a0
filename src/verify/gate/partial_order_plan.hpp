// Chooses the partial-order reduction for a property, or says why the requested one is refused. Part of the
// soundness gate.
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
  bool symmetry = false;            // symmetry reduction is used as well
};

struct PartialOrderPlan {
  PartialOrder por = PartialOrder::none;
  std::string refusal;  // why the request is refused, or empty
};

PartialOrderPlan plan_partial_order(const Model& model, const Semantics& semantics,
                                    const PartialOrderWish& wish);

}  // namespace quorate
