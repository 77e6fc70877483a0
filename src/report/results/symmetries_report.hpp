// What `quorate symmetries` prints and writes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "analysis/symmetry/interchangeability.hpp"

namespace quorate {

std::string symmetries_text(const Model& model, const SourceText& source, const Interchangeability& analysis);
nlohmann::ordered_json symmetries_json(const Model& model, const SourceText& source,
                                       const Interchangeability& analysis);

}  // namespace quorate
