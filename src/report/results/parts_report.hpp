// What `quorate symmetries` says of decomposition: the independent parts of the roles, how much they reduce,
// and what keeps other parts together.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/parts/decomposition.hpp"
#include "base/source.hpp"
#include "reduction/symmetry/process_group.hpp"

namespace quorate {

// Empty if no role has several parts.
std::string parts_text(const Model& model);
// Why parts of a role that have nothing in common stay together; empty if there are none.
std::string parts_refusals(const Model& model, const SourceText& source);
nlohmann::ordered_json parts_json(const Model& model, const Decomposition& decomposition, std::size_t role);

// The decomposition that `check` uses for these of the model's properties.
Decomposition decomposition_of(const Model& model, const std::vector<std::size_t>& properties);
// The permutations of the parts' processes, restricted to those that keep the first property of the
// decomposed model, if it has one.
ProcessGroup decomposed_group(const Decomposition& decomposition);

}  // namespace quorate
