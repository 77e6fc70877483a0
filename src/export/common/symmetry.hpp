// Which roles can be scalarsets in Murphi, so that the peer's symmetry reduction works on them: those whose
// processes are told apart only by equality and used as indices.
#pragma once

#include <string>
#include <vector>

#include "export/common/facts.hpp"
#include "model/model.hpp"

namespace quorate {

// By role: why it must be a range of numbers; empty if it can be a scalarset.
std::vector<std::string> scalarset_obstacles(const Model& model, const Facts& facts);

}  // namespace quorate
