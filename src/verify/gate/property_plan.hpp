// The plan of a property: with which semantics and reductions it is checked, or why the options are refused.
// This is the whole gate for properties of states; temporal formulas have verify/gate/temporal_gate.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/symmetry/interchangeability.hpp"
#include "analysis/visible_rules.hpp"
#include "reduction/stubborn/transition_relations.hpp"
#include "verify/check_options.hpp"

namespace quorate {

struct PropertyPlan {
  Semantics semantics;
  Symmetry symmetry = Symmetry::none;
  SymmetryPlan permuted;
  PartialOrder por = PartialOrder::none;
  std::vector<std::string> notes;  // what was chosen, and why
  std::string refusal;             // not empty: the options are not sound, or not possible

  RuleSet visible;  // rules that are visible to the property; empty without partial-order reduction

  // Whether the plans are equal up to the visible rules.
  [[nodiscard]] bool alike(const PropertyPlan& other) const;
  // Whether a search by this plan answers the other's property as well.
  [[nodiscard]] bool covers(const PropertyPlan& other) const;
};

class Gate {
 public:
  // Model and options must outlive this.
  Gate(const Model& model, const CheckOptions& options);

  // The plan of the property at this position in Model::properties; none: of an exploration for model errors.
  [[nodiscard]] PropertyPlan plan(std::optional<std::size_t> property) const;
  // The plan to use after a search by this plan has met a channel that was full to its declared bound: the
  // same one if it is still sound. With a refusal if another semantics is needed but excluded by the options:
  // violations that were found are real, but nothing may be said to hold.
  [[nodiscard]] PropertyPlan after_full_channel(const PropertyPlan& plan) const;
  // Whether a full channel would make the semantics unsound and could occur only in states that stubborn sets
  // leave out: they do not preserve that a step is blocked.
  [[nodiscard]] bool may_miss_full_channel(const TransitionRelations& relations,
                                           const Semantics& semantics) const;
  // Whether this will be so for the plan's search. Needs an analysis of its own, since there is no system
  // yet.
  [[nodiscard]] bool will_give_up_reduction(const PropertyPlan& plan) const;

 private:
  void choose_partial_order(PropertyPlan& plan) const;
  [[nodiscard]] bool spoiled_by_full_channel(const Semantics& semantics) const;

  const Model& model_;
  const CheckOptions& options_;
  Interchangeability interchangeability_;
};

}  // namespace quorate
