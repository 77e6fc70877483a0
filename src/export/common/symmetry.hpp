// Which roles are exported to Murphi as scalarsets, so that the other checker's symmetry reduction applies to
// them.
#pragma once

#include <string>
#include <vector>

#include "export/common/facts.hpp"
#include "model/model.hpp"

namespace quorate {

// By role: why it must be a range of numbers; empty if it can be a scalarset.
std::vector<std::string> scalarset_obstacles(const Model& model, const Facts& facts);

}  // namespace quorate
