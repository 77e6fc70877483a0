// Names of the scalars of a variable or field, in the order of the layout: x, x.number, x[acceptor[1]].
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

std::vector<std::string> scalar_names(const Model& model, TypeId type, const std::string& prefix);

}  // namespace quorate
