// Messages about what breaks a role's symmetry: diagnostics with the line and a caret, or one line.
#pragma once

#include <string>
#include <vector>

#include "analysis/symmetry/interchangeability.hpp"
#include "base/diagnostics.hpp"

namespace quorate {

// "leader ids are compared with <, so leaders are not interchangeable". An error if the user asked for the
// reduction.
Diagnostic symmetry_diagnostic(const Model& model, const SymmetryBreak& found, Severity severity);

// All of them as errors, for `--symmetry role` and `node`.
void report_symmetry_errors(const Model& model, const std::vector<SymmetryBreak>& breaks,
                            Diagnostics& diagnostics);

// One line for each role that is not permuted:
// "leaders are not permuted: leader ids are compared with < (line 12)".
std::vector<std::string> symmetry_notes(const Model& model, const std::vector<SymmetryBreak>& breaks,
                                        const SourceText& source);

}  // namespace quorate
