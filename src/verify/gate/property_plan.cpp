// The soundness gate for properties of states. Semantics first, since the others depend on it; then the
// permutations that the property allows; then the partial-order reduction. What was chosen is said in notes.
// What is not sound is refused with the option to change, never silently replaced.
#include "verify/gate/property_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "faults/implicit_faults.hpp"
#include "verify/gate/run_bounds.hpp"
#include "verify/gate/semantics_choice.hpp"

namespace quorate {

bool PropertyPlan::alike(const PropertyPlan& other) const {
  return semantics == other.semantics && permuted.group == other.permuted.group && por == other.por;
}

bool PropertyPlan::covers(const PropertyPlan& other) const {
  return alike(other) && std::ranges::includes(visible, other.visible);
}

Gate::Gate(const Model& model, const CheckOptions& options)
    : model_(model), options_(options), interchangeability_(analyze_interchangeability(model)) {}

PropertyPlan Gate::plan(std::optional<std::size_t> property) const {
  PropertyPlan plan;
  if (property) {
    const Property& asked = model_.properties[*property];
    SemanticsChoice choice =
        choose_semantics(asked, options_, reasons_of_states(model_, asked, options_.traffic));
    if (asked.kind == PropertyKind::temporal)
      choice.refusal = "temporal formulas are not checked by this search";
    plan.semantics = choice.semantics;
    plan.refusal = std::move(choice.refusal);
    if (!plan.refusal.empty()) return plan;
    plan.notes = std::move(choice.notes);
  } else {
    plan.semantics = {options_.traffic, options_.crash.value_or(CrashModel::implicit_),
                      options_.loss.value_or(LossModel::implicit_)};
  }
  plan.symmetry = options_.effective_symmetry();
  plan.permuted = plan_symmetry(model_, interchangeability_, property, plan.symmetry);
  // An exploration visits all states: it is only asked whether it is possible without a store.
  if (property || !options_.stores_states()) choose_partial_order(plan);
  if (!property) plan.por = PartialOrder::none;
  if (plan.por != PartialOrder::none && model_.properties[*property].kind == PropertyKind::invariant)
    plan.visible = visible_rules(model_, model_.properties[*property].predicate);
  return plan;
}

void Gate::choose_partial_order(PropertyPlan& plan) const {
  const PartialOrderPlan chosen = plan_partial_order(
      model_, plan.semantics, {options_.por, !options_.stores_states(), plan.symmetry != Symmetry::none});
  plan.por = chosen.por;
  plan.refusal = chosen.refusal;
  if (plan.refusal.empty() && !options_.stores_states() && !options_.symmetry)
    plan.notes.emplace_back("no symmetry reduction: it needs stored states, and this search stores none");
}

PropertyPlan Gate::after_full_channel(const PropertyPlan& plan) const {
  const SemanticsChoice choice = quorate::after_full_channel(model_, plan.semantics, options_);
  PropertyPlan next = plan;
  next.notes = choice.notes;
  next.refusal = choice.refusal;
  if (choice.semantics == plan.semantics) return next;
  const PartialOrderPlan chosen = plan_partial_order(
      model_, choice.semantics, {options_.por, !options_.stores_states(), plan.symmetry != Symmetry::none});
  if (!chosen.refusal.empty()) {
    next.refusal = fmt::format("{}; {}", fmt::join(choice.notes, "; "), chosen.refusal);
    return next;
  }
  next.refusal.clear();
  next.semantics = choice.semantics;
  if (plan.por != PartialOrder::none) next.por = chosen.por;
  return next;
}

bool Gate::spoiled_by_full_channel(const Semantics& semantics) const {
  return (semantics.loss == LossModel::implicit_ && bound_spoils_implicit_loss(model_)) ||
         (semantics.crash != CrashModel::explicit_ && bound_spoils_implicit_crash(model_));
}

bool Gate::may_miss_full_channel(const TransitionRelations& relations, const Semantics& semantics) const {
  return !relations.channels_never_full() && spoiled_by_full_channel(semantics);
}

bool Gate::will_give_up_reduction(const PropertyPlan& plan) const {
  if (plan.por == PartialOrder::none || !spoiled_by_full_channel(plan.semantics)) return false;
  const std::optional<RunBounds> bounds = find_run_bounds(model_, plan.semantics);
  return bounds && !bounds->channels_never_full;
}

}  // namespace quorate
