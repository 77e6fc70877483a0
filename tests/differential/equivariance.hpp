// Whether exchanging two processes of a role changes nothing: tried in every state that the reference
// reaches, without looking at the static rules. Finds errors in src/analysis/symmetry/interchangeability.
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

// The counts of a search of one representative of each orbit. For models with few reachable states.
struct OrbitCounts {
  std::size_t initial_states = 0;
  std::size_t states = 0;
  std::size_t steps = 0;  // of one member of each orbit
};
OrbitCounts count_orbits(const Model& model, const ReferenceOptions& options, const UnitClasses& classes);

// Compares initial states, the steps of each reachable state (of max_states states, or ten times as many
// steps; going on past model errors), and the truth of the given properties (positions in the Model) with and
// without the permutation. Empty if they are the same, otherwise a difference.
std::string told_apart(const Model& model, const ReferenceOptions& options, const Permutation& permutation,
                       const std::vector<std::size_t>& properties);

}  // namespace quorate
