// Temporal properties for a random protocol, over the predicates of its invariants.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

// The text with fairness assumptions f and g and properties t0 to t3: linear and branching formulas, with and
// without X, under all kinds of assumptions.
std::string with_temporal_properties(std::string text, std::uint64_t seed);

}  // namespace quorate
