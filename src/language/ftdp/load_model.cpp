#include "language/ftdp/load_model.hpp"

#include <set>

#include "language/ftdp/parse/parser.hpp"

namespace quorate {

std::optional<Model> load_model(const SourceText& source, const ParameterValues& values,
                                Diagnostics& diagnostics) {
  const SyntaxModel syntax = parse_ftdp(source, diagnostics);
  if (!diagnostics.has_errors()) return check_ftdp(syntax, source, values, diagnostics);
  // After an error of the parser the rest of the text is checked as well, unless a declaration was lost.
  // Warnings are left out, and so are errors in lines that the parser could not read.
  std::set<std::uint32_t> unread;
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    unread.insert(source.locate(diagnostic.span.begin).line);
  Diagnostics found;
  if (syntax.names_complete) check_ftdp(syntax, source, values, found);
  for (const Diagnostic& diagnostic : found.sorted()) {
    if (diagnostic.severity != Severity::error || unread.contains(source.locate(diagnostic.span.begin).line))
      continue;
    diagnostics.error(diagnostic.span, diagnostic.message, diagnostic.hint);
  }
  return {};
}

}  // namespace quorate
