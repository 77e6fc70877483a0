// The name of a search in its checkpoint: equal only for searches with the same states and steps of the same
// model.
#pragma once

#include <string>
#include <vector>

#include "verify/run/system_stack.hpp"

namespace quorate {

struct NamedSearch {
  const Model& model;
  const Semantics& semantics;
  const std::vector<Goal>& goals;
  const ChannelRoom& room;
  const Reductions& reductions;
  const SystemStack& stack;
};

std::string name_of_search(const NamedSearch& search);

}  // namespace quorate
