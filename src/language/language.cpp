#include "language/language.hpp"

#include "language/ftdp/parser.hpp"

namespace quorate {

std::optional<Model> load_model(const SourceText& source, const ParameterValues& values,
                                Diagnostics& diagnostics) {
  const SyntaxModel syntax = parse_ftdp(source, diagnostics);
  if (diagnostics.has_errors()) return {};
  return check_ftdp(syntax, source, values, diagnostics);
}

}  // namespace quorate
