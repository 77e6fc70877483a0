// Random protocols for symmetry reduction: their states consist mostly of processes that point to each other,
// in variables, sets, arrays, records, messages and monitors. Most are symmetric; some nearly so. The general
// generator makes too few of these. Part of tests/differential.
#pragma once

#include <cstdint>
#include <string>

namespace quorate {

std::string random_symmetric_protocol(std::uint64_t seed);

}  // namespace quorate
