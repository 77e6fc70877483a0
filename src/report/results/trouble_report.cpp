#include "report/results/trouble_report.hpp"

#include <fmt/format.h>

#include "analysis/symmetry/symmetry_breaks.hpp"
#include "base/diagnostics.hpp"

namespace quorate {

namespace {

struct Teller {
  const Model& model;
  const SourceText& source;

  std::string operator()(const NotExecutable& trouble) const {
    Diagnostics diagnostics;
    for (const auto& problem : trouble.problems) diagnostics.error(problem.span, problem.message);
    return render(diagnostics, source);
  }
  std::string operator()(const SymmetryRefused& trouble) const {
    Diagnostics diagnostics;
    report_symmetry_errors(model, trouble.breaks, diagnostics);
    return render(diagnostics, source);
  }
  std::string operator()(const NoNativeCode& trouble) const {
    return fmt::format("quorate: --engine native: {}. Use --engine auto or --engine interpreted.\n",
                       trouble.why);
  }
  std::string operator()(const CheckpointUnusable& trouble) const {
    return fmt::format("quorate: {}\n", trouble.why);
  }
};

}  // namespace

std::string trouble_text(const Model& model, const SourceText& source, const Trouble& trouble) {
  return std::visit(Teller{model, source}, trouble);
}

}  // namespace quorate
