#include "analysis/symmetry/symmetry_breaks.hpp"

#include <fmt/format.h>

#include "base/plural.hpp"

namespace quorate {

Diagnostic symmetry_diagnostic(const Model& model, const SymmetryBreak& found, Severity severity) {
  const std::string roles = plural(model.role(found.role).name);
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.span = found.span;
  diagnostic.message = fmt::format("{}, so {} are not interchangeable", found.reason, roles);
  if (severity == Severity::error) {
    diagnostic.hint = fmt::format("leave out `--symmetry` to check without permuting the {}", roles);
  }
  return diagnostic;
}

void report_symmetry_errors(const Model& model, const std::vector<SymmetryBreak>& breaks,
                            Diagnostics& diagnostics) {
  for (const SymmetryBreak& found : breaks) {
    const Diagnostic diagnostic = symmetry_diagnostic(model, found, Severity::error);
    diagnostics.error(diagnostic.span, diagnostic.message, diagnostic.hint);
  }
}

std::vector<std::string> symmetry_notes(const Model& model, const std::vector<SymmetryBreak>& breaks,
                                        const SourceText& source) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < model.roles.size(); ++i) {
    const SymmetryBreak* first = nullptr;
    std::size_t more = 0;
    for (const SymmetryBreak& found : breaks) {
      if (found.role.index() != i) continue;
      if (first == nullptr) {
        first = &found;
      } else {
        ++more;
      }
    }
    if (first == nullptr) continue;
    const std::string others =
        more == 0 ? "" : fmt::format(", and {} more place{}", more, more == 1 ? "" : "s");
    notes.push_back(fmt::format("{} are not permuted: {} (line {}{})", plural(model.roles[i].name),
                                first->reason, source.locate(first->span.begin).line, others));
  }
  return notes;
}

}  // namespace quorate
