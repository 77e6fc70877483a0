// Permutations of processes applied to the reference checker's states, and orbits counted by trying all of
// them. Judges symmetry reduction; naive, and independent of src/reduction.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "reference_value.hpp"

namespace quorate {

using Permutation = std::vector<std::int64_t>;  // by process: where it goes, to a process of its own role

// Classes of units that are permuted freely; the processes of a unit, listed in the same order of roles in
// every unit of a class, move together.
using UnitClasses = std::vector<std::vector<std::vector<std::int64_t>>>;

Permutation identity(const Model& model);
Permutation transposition(const Model& model, std::int64_t a, std::int64_t b);
// Every permutation of the product of the classes' symmetric groups.
std::vector<Permutation> all_permutations(const Model& model, const UnitClasses& classes);

RefValue permuted(const Model& model, TypeId type, const RefValue& value, const Permutation& permutation);
RefState permuted(const Model& model, const RefState& state, const Permutation& permutation);

// One state of each orbit that has a member among the states.
std::set<RefState> smallest_of_orbits(const Model& model, const std::set<RefState>& states,
                                      const UnitClasses& classes);

}  // namespace quorate
