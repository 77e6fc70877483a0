// Runs the engine and the reference on one model with one choice of options and says where they differ.
// The only place of tests/differential that knows src/system and src/search.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "reference_checker.hpp"
#include "verify/gate/symmetry_plan.hpp"

namespace quorate {

// The choices that the reference and the engine have in common.
struct Setting {
  ReferenceOptions options;
  bool depth_first = false;
  Symmetry symmetry = Symmetry::none;
};

std::string to_text(const Setting& setting);

// The settings that make a difference for this model: crash models only where something can crash, losses
// only in lossy channels.
std::vector<Setting> settings_of(const Model& model, std::size_t max_states);

// The same with symmetry reduction, if there is something to permute.
std::vector<Setting> symmetric_settings_of(const Model& model, std::size_t max_states);

// Empty if they agree, or if the model is too large for the reference (`skipped` is then set).
std::string difference(const Model& model, const Setting& setting, bool* skipped = nullptr);

// Whether processes that the analysis calls interchangeable are: compares every state with its image under
// exchanges of two processes.
std::string wrongly_interchangeable(const Model& model, std::size_t max_states);

// How much symmetry reduction saves: states without it and orbits. Both are 0 if there is nothing to permute,
// if the states are too many, or if the model has errors.
struct SymmetryGain {
  std::size_t states = 0;
  std::size_t orbits = 0;
};
SymmetryGain symmetry_gain(const Model& model, std::size_t max_states);

// The engine's own choice of what to leave implicit must not change a verdict: compares `check` without
// options with the reference where every crash and loss is explicit.
std::string unsound_default(const Model& model, std::size_t max_states);

// The verdicts of invariants must not depend on the traffic model (docs/semantics.md, Verdicts).
std::string traffic_dependence(const Model& model, std::size_t max_states);

}  // namespace quorate
