// The shape of a proctype of parametric Promela: initialisation, then one step that is repeated for ever.
// Points into the syntax tree.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "language/promela/promela_syntax.hpp"

namespace quorate {

// Refers to the syntax tree.
struct PromelaBody {
  std::vector<const PromelaStatement*> initialisation;
  std::vector<const std::vector<PromelaStatement>*> steps;  // the alternatives of the loop, each atomic
  std::vector<std::string> labels;                          // of the loop
};

// A body of another shape is reported.
PromelaBody promela_body(const PromelaProcess& process, Diagnostics& diagnostics);

}  // namespace quorate
