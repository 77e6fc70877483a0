// What `quorate analyze` prints, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "reduction/stubborn/transition_relations.hpp"
#include "system/execute/model_system.hpp"

namespace quorate {

std::string analyze_text(const ModelSystem& system, const TransitionRelations& relations, Split split);
nlohmann::ordered_json analyze_json(const ModelSystem& system, const TransitionRelations& relations,
                                    Split split);

}  // namespace quorate
