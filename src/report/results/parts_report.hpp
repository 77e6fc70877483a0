// What `quorate symmetries` says of decomposition: the independent parts of the roles, what they gain, and
// what keeps others together.
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
// Empty if there is nothing that could be split but for a reason that the text shows.
std::string parts_refusals(const Model& model, const SourceText& source);
nlohmann::ordered_json parts_json(const Model& model, const Decomposition& decomposition, std::size_t role);

// What `check` decomposes, for these of the model's properties.
Decomposition decomposition_of(const Model& model, const std::vector<std::size_t>& properties);
// The permutations of the parts; with a property, if the decomposed model has one.
ProcessGroup decomposed_group(const Decomposition& decomposition);

}  // namespace quorate
