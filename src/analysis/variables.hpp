// Which variables a piece of a Model reads or writes: whole variables of a role or of the monitor, for any
// process, element or field.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace quorate {

using VariableName = std::pair<std::int32_t, std::int32_t>;  // role, or -1: the monitor; position

std::set<VariableName> variables_read(const Model& model, const Expr& expression);
// Also what the indices of assigned places read.
std::set<VariableName> variables_written(const Model& model, const std::vector<Stmt>& statements);

bool disjoint(const std::set<VariableName>& a, const std::set<VariableName>& b);

}  // namespace quorate
