// The soundness gate of temporal properties: with which semantics and reductions a formula is checked, and
// why others are refused. docs/soundness.md ("Temporal formulas") argues each decision.
#pragma once

#include <string>
#include <vector>

#include "verify/check_options.hpp"
#include "verify/temporal/grounding.hpp"

namespace quorate {

// What the gate needs to know of a formula and its assumptions.
struct TemporalTraits {
  bool branching = false;      // it has a path quantifier other than an A around the whole
  bool next = false;           // it has X
  bool step_fairness = false;  // it assumes something of the steps of single processes
  bool rule_fairness = false;  // and of single rules
};

struct TemporalPlan {
  Semantics semantics;
  std::string refusal;  // why the options are refused, or empty
  std::vector<std::string> notes;
  // Every run is finite: then every run satisfies what is assumed of steps.
  bool runs_end = false;
  Symmetry symmetry = Symmetry::none;
  SymmetryPlan symmetry_plan;
  std::vector<SymmetryBreak> refused;  // why the requested symmetry is refused
  PartialOrder por = PartialOrder::none;
};

// Whether firing bounds show that every run is finite, in any traffic model, with and without steps for
// crashes and losses.
bool every_run_ends(const Model& model);

// `model` has the property, with its assumption, as its only one.
TemporalPlan plan_temporal(const Model& model, const TemporalTraits& traits, const CheckOptions& options);

}  // namespace quorate
