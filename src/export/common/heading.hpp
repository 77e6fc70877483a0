// The comment at the top of an exported text: what was exported, with which semantics, and how to check it.
#pragma once

#include <string>
#include <vector>

#include "export/common/facts.hpp"
#include "export/common/properties.hpp"

namespace quorate {

// Lines without comment signs. `commands` say how to run the other checker.
std::vector<std::string> heading_lines(const Model& model, const Facts& facts, const ExportOptions& options,
                                       const ExportedProperties& properties,
                                       const std::vector<std::string>& commands);

}  // namespace quorate
