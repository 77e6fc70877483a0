// Violations of safety properties, searched for breadth-first. For instances in which a variable grows
// without end: their infinite runs cannot be followed, but a violating prefix is finite.
#pragma once

#include <optional>
#include <vector>

#include "parameterized/instance/threshold_instance.hpp"
#include "search/search.hpp"

namespace quorate {

// The states of a shortest path from an initial state in which predicate 0 holds to one in which predicate 1
// does; none if there is none, or it is not found within the limits, or the model has an error.
std::optional<std::vector<std::vector<std::uint64_t>>> find_bad_prefix(const ThresholdInstance& instance,
                                                                       const SearchLimits& limits);

}  // namespace quorate
