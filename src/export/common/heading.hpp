// The comment at the top of an exported text: from what it was made, and what is in it.
#pragma once

#include <string>
#include <vector>

#include "export/common/facts.hpp"
#include "export/common/properties.hpp"

namespace quorate {

// Lines without comment signs. `commands` are how to run the peer.
std::vector<std::string> heading_lines(const Model& model, const Facts& facts, const ExportOptions& options,
                                       const ExportedProperties& properties,
                                       const std::vector<std::string>& commands);

}  // namespace quorate
