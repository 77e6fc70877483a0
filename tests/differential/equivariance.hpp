// Whether exchanging two processes of a role really changes nothing: found out by doing it in every state
// that the reference reaches, whatever the static rules say. Catches holes in
// src/analysis/interchangeability.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "permutation.hpp"
#include "reference_checker.hpp"

namespace quorate {

// Every reachable state; none if there are too many or a model error is met.
std::optional<std::set<RefState>> reachable_states(const Model& model, const ReferenceOptions& options);

// What a search of one representative of each orbit counts. Of a model whose reachable_states() are few.
struct OrbitCounts {
  std::size_t initial_states = 0;
  std::size_t states = 0;
  std::size_t steps = 0;  // of one member of each orbit
};
OrbitCounts count_orbits(const Model& model, const ReferenceOptions& options, const UnitClasses& classes);

// Compares initial states, the steps of each reachable state (max_states of them, or ten times as many steps;
// going on past model errors), and the truth of the given properties (positions in the Model) with and
// without the permutation. Empty if nothing tells them apart, or what does.
std::string told_apart(const Model& model, const ReferenceOptions& options, const Permutation& permutation,
                       const std::vector<std::size_t>& properties);

}  // namespace quorate
