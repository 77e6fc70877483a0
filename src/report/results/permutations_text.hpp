// The number of permutations in a group, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "reduction/symmetry/process_group.hpp"

namespace quorate {

// "12 times (2! * 3!)", "none" if nothing is permuted.
std::string show_group(const ProcessGroup& group);
nlohmann::ordered_json factor_json(const ProcessGroup& group);

}  // namespace quorate
