// Rule C5: whether the order of a loop's turns can make a difference.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace quorate {

struct TurnConflict {
  Span span;
  std::string what;  // continues "the iterations of this loop ...": "all write `best`, and the last one wins"
};

// Empty if every order of the turns has the same outcome.
std::vector<TurnConflict> turn_conflicts(const Model& model, const Stmt& loop);

}  // namespace quorate
