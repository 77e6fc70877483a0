// Permuting the processes of a spelt-out state: in its variables, statuses, channels, messages and
// monitors, wherever a process is a value, a member of a set or an index. Part of tests/differential.
#pragma once

#include <cstdint>
#include <vector>

#include "reference_value.hpp"

namespace quorate {

using Permutation = std::vector<std::int64_t>;  // process p becomes permutation[p]

RefState permuted(const Model& model, const RefState& state, const Permutation& permutation);

}  // namespace quorate
