#include "verify/gate/property_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verify/gate/run_bounds.hpp"
#include "verify/gate/semantics_choice.hpp"
#include "verify/gate/soundness.hpp"

namespace quorate {

bool PropertyPlan::alike(const PropertyPlan& other) const {
  return semantics == other.semantics && permuted.group == other.permuted.group && por == other.por;
}

bool PropertyPlan::covers(const PropertyPlan& other) const {
  return alike(other) && std::ranges::includes(visible, other.visible);
}

Gate::Gate(const Model& model, const CheckOptions& options)
    : model_(model), options_(options), interchangeability_(analyze_interchangeability(model)) {}

PropertyPlan Gate::plan(std::optional<std::size_t> property) {
  PropertyPlan plan;
  if (property) {
    SemanticsChoice choice = choose_semantics(model_, model_.properties[*property], options_);
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
  // An exploration visits all states; only whether it may do without a store is asked.
  if (property || !options_.stores_states()) choose_partial_order(plan);
  if (!property) plan.por = PartialOrder::none;
  if (!plan.refusal.empty()) return plan;
  if (!options_.stores_states() && !options_.symmetry)
    plan.notes.emplace_back("no symmetry reduction: it needs stored states, and this search stores none");
  keep_full_channels(plan);
  if (plan.por != PartialOrder::none && model_.properties[*property].kind == PropertyKind::invariant)
    plan.visible = visible_rules(model_, model_.properties[*property].predicate);
  return plan;
}

void Gate::choose_partial_order(PropertyPlan& plan) const {
  const PartialOrderPlan chosen = plan_partial_order(
      model_, plan.semantics, {options_.por, !options_.stores_states(), plan.symmetry != Symmetry::none});
  plan.por = chosen.por;
  plan.refusal = chosen.refusal;
}

void Gate::keep_full_channels(PropertyPlan& plan) {
  if (plan.por == PartialOrder::none || !may_miss_full_channel(plan.semantics)) return;
  plan.por = PartialOrder::none;
  plan.notes.emplace_back(
      "steps are not left out by partial-order reduction: a channel may be full somewhere, which has to be "
      "seen");
}

PropertyPlan Gate::after_full_channel(const PropertyPlan& plan) {
  const SemanticsChoice choice = quorate::after_full_channel(model_, plan.semantics, options_);
  PropertyPlan same = plan;
  same.notes = choice.notes;
  same.refusal = choice.refusal;
  if (choice.semantics == plan.semantics) return same;
  PropertyPlan next = same;
  next.semantics = choice.semantics;
  choose_partial_order(next);
  if (!next.refusal.empty()) {
    same.refusal = fmt::format("{}; {}", fmt::join(choice.notes, "; "), next.refusal);
    return same;
  }
  if (plan.por == PartialOrder::none) next.por = PartialOrder::none;
  keep_full_channels(next);
  return next;
}

bool Gate::may_miss_full_channel(const Semantics& semantics) {
  const bool spoils = (semantics.loss == LossModel::implicit_ && bound_spoils_implicit_loss(model_)) ||
                      (semantics.crash != CrashModel::explicit_ && bound_spoils_implicit_crash(model_));
  if (!spoils) return false;
  const auto known = std::ranges::find(never_full_, semantics, &std::pair<Semantics, bool>::first);
  if (known != never_full_.end()) return !known->second;
  const std::optional<RunBounds> bounds = find_run_bounds(model_, semantics);
  never_full_.emplace_back(semantics, !bounds || bounds->channels_never_full);
  return !never_full_.back().second;
}

}  // namespace quorate
