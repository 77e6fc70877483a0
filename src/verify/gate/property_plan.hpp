// The plan of a property: which semantics and which reductions answer it, or why the options cannot be
// followed. This is the whole gate for properties of states; formulas have verify/gate/temporal_gate.hpp.
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
  std::string refusal;             // not empty: what was asked for is not sound, or not possible

  RuleSet visible;  // to the property, which partial-order reduction must preserve; else empty

  // The same but for what is visible.
  [[nodiscard]] bool alike(const PropertyPlan& other) const;
  // Whether a search by this plan answers the other's property as well.
  [[nodiscard]] bool covers(const PropertyPlan& other) const;
};

class Gate {
 public:
  // Both must outlive this.
  Gate(const Model& model, const CheckOptions& options);

  // Of a position in Model::properties; none: the states are explored for model errors.
  [[nodiscard]] PropertyPlan plan(std::optional<std::size_t> property) const;
  // A search by this plan met a channel that was full to its declared bound. The same plan if nothing follows
  // from that. With a refusal: another semantics is needed and cannot be had; what was found is real, and
  // what was not found is unknown.
  [[nodiscard]] PropertyPlan after_full_channel(const PropertyPlan& plan) const;
  // Whether a full channel would make the semantics unsound and may be in states that stubborn sets leave
  // out: that a step is blocked is no step that they preserve.
  [[nodiscard]] bool may_miss_full_channel(const TransitionRelations& relations,
                                           const Semantics& semantics) const;
  // Whether that is so of the plan's search, before there is one. It takes an analysis of its own.
  [[nodiscard]] bool will_give_up_reduction(const PropertyPlan& plan) const;

 private:
  void choose_partial_order(PropertyPlan& plan) const;
  [[nodiscard]] bool spoiled_by_full_channel(const Semantics& semantics) const;

  const Model& model_;
  const CheckOptions& options_;
  Interchangeability interchangeability_;
};

}  // namespace quorate
