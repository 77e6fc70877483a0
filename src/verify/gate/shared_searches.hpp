// Which properties are answered by one search. This is a matter of cost only: every property could have a
// search of its own, and a search for one property is sound for each that its plan covers. See
// shared_searches.cpp.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/gate/property_plan.hpp"

namespace quorate {

// For each search the positions of its plans, ascending. Searches are in the order of their first plans.
std::vector<std::vector<std::size_t>> share_searches(const Gate& gate, std::vector<PropertyPlan> plans);

}  // namespace quorate
