// The soundness gate of temporal properties: which semantics and which reductions a formula may be checked
// with, and why not others. docs/soundness.md argues each line.
#pragma once

#include <string>
#include <vector>

#include "verify/check_options.hpp"
#include "verify/temporal/grounding.hpp"

namespace quorate {

// What counts of a formula and its assumptions.
struct TemporalTraits {
  bool branching = false;      // a path quantifier besides A around the whole
  bool next = false;           // it speaks of the next state
  bool step_fairness = false;  // `processes` or `messages`
};

struct TemporalPlan {
  Semantics semantics;
  std::string refusal;  // why the options cannot be followed; empty: they can
  std::vector<std::string> notes;
  // Every run comes to an end: then every run keeps the promises of `processes` and `messages`.
  bool runs_end = false;
  Symmetry symmetry = Symmetry::none;
  SymmetryPlan symmetry_plan;
  std::vector<SymmetryBreak> refused;  // against the symmetry that was asked for
  PartialOrder por = PartialOrder::none;
};

// Whether every run comes to an end, as far as the text shows; in any traffic model, with and without steps
// for crashes and losses.
bool every_run_ends(const Model& model);

// `model` has the property, with its assumption, as its only one.
TemporalPlan plan_temporal(const Model& model, const TemporalTraits& traits, const CheckOptions& options);

}  // namespace quorate
