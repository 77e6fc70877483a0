// Hidden variables (Variable::hidden): what lowered faults, signatures and the network remember of a process.
// And what a model with them means for reductions.
#pragma once

#include <cstdint>
#include <string>

#include "model/model.hpp"

namespace quorate {

// Adds a hidden variable to the role, initially false or 0 (all of it, if it is an array), under the first
// free name that begins with the word. Returns its position.
std::int32_t add_hidden_variable(Model& model, RoleId role, const std::string& word, TypeId type, Span span);
TypeId add_array_type(Model& model, TypeId index, TypeId element);

// Whether a rule was made by the lowering of a fault.
bool has_lowered_rules(const Model& model);
// Whether a fault was lowered: there are such rules, or hidden variables.
bool has_lowered_faults(const Model& model);
// Whether rules read hidden variables of other processes.
bool looks_at_others(const Model& model);

}  // namespace quorate
