// What symmetry did for a result, in words: which processes were permuted, and why others were not. Processes
// are named as in the model that was searched, which may be the decomposed one.
#pragma once

#include <string>
#include <vector>

#include "base/source.hpp"
#include "verify/check_options.hpp"
#include "verify/result/results.hpp"

namespace quorate {

// ", permuting leader[2] and acceptor[3]"; ", permuting 2 nodes (leader, acceptor)"; empty if nothing is.
std::string permuting_text(const Model& model, const PropertyResult& result);

// The names of the processes that were permuted: classes of units of processes.
std::vector<std::vector<std::vector<std::string>>> permuted_names(const Model& model,
                                                                  const PropertyResult& result);

// Why roles are not permuted, with the properties concerned if it is not all of them.
std::vector<std::string> not_permuted_notes(const Model& model, const SourceText& source,
                                            const CheckReport& report);

}  // namespace quorate
