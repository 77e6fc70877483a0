// Stubborn sets are the default wherever there are relations for them (TransitionRelations::against). A
// search without a store ends only if every run does, which firing bounds must show.
#include "verify/gate/partial_order_plan.hpp"

#include <fmt/format.h>

#include "reduction/stubborn/transition_relations.hpp"
#include "verify/gate/run_bounds.hpp"

namespace quorate {

std::string to_text(PartialOrder por) {
  if (por == PartialOrder::none) return "none";
  return por == PartialOrder::lpor ? "lpor" : "dpor";
}

namespace {

// Why a search without a store cannot be used, or empty. It would not end on a cycle.
std::string against_stateless(const Model& model, const Semantics& semantics, const PartialOrderWish& wish) {
  if (wish.symmetry) return "symmetry reduction needs stored states; use --symmetry none";
  const std::string against = TransitionRelations::against(model, semantics);
  if (!against.empty()) return against;
  const std::optional<RunBounds> bounds = find_run_bounds(model, semantics);
  if (!bounds || bounds->runs_end) return "";  // if there are none, the search will say why
  return "a search that stores no states ends only if every run ends, which is not known of this model";
}

}  // namespace

PartialOrderPlan plan_partial_order(const Model& model, const Semantics& semantics,
                                    const PartialOrderWish& wish) {
  const std::string against = TransitionRelations::against(model, semantics);
  PartialOrderPlan plan;
  plan.por = wish.por.value_or(against.empty() ? PartialOrder::lpor : PartialOrder::none);
  if (wish.stateless) {
    const std::string reason = against_stateless(model, semantics, wish);
    const char* const option = wish.por == PartialOrder::dpor ? "--por dpor" : "--stateless";
    if (!reason.empty()) plan.refusal = fmt::format("{} is not possible here: {}", option, reason);
  } else if (plan.por == PartialOrder::lpor && !against.empty()) {
    plan.refusal = fmt::format("--por lpor is not possible here: {}; use --por none", against);
  }
  return plan;
}

}  // namespace quorate
