// Which properties are answered by one search. A matter of cost only: every property may have a search of its
// own, and a search that is good enough for one property is sound for each that it covers. See
// shared_searches.cpp.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/gate/property_plan.hpp"

namespace quorate {

// For each search the positions of its plans, ascending; the searches in the order of their first plans.
std::vector<std::vector<std::size_t>> share_searches(const Gate& gate, std::vector<PropertyPlan> plans);

}  // namespace quorate
