// What `quorate analyze` prints, as text and as JSON.
#pragma once

#include <string>

#include "reduction/stubborn/transition_relations.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

// Both ask the budget: there are as many pairs of transitions as the square of their number.
std::string analyze_text(const ModelSystem& system, const TransitionRelations& relations, Split split);
std::string analyze_json(const ModelSystem& system, const TransitionRelations& relations, Split split);

}  // namespace quorate
