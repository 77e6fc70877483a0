// Random protocols for symmetry reduction: little else in their states than processes that point to each
// other, in variables, sets, arrays, records, messages and monitors. Most are symmetric; some nearly so. What
// the general generator makes is broader, and of this too little. Part of tests/differential.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

std::string random_symmetric_protocol(std::uint64_t seed);

}  // namespace quorate
