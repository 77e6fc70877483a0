// The order matters: every step uses the tables that those before it have filled. Later steps run also
// after errors, so that one run reports all of them.
#include "language/ftdp/resolve/checker.hpp"

#include "language/ftdp/resolve/byzantine/check_symmetric.hpp"
#include "language/ftdp/resolve/check_compound.hpp"
#include "language/ftdp/resolve/check_context.hpp"
#include "language/ftdp/resolve/check_declarations.hpp"
#include "language/ftdp/resolve/check_properties.hpp"
#include "language/ftdp/resolve/check_recovery.hpp"
#include "language/ftdp/resolve/check_rules.hpp"
#include "language/ftdp/resolve/check_types.hpp"
#include "language/ftdp/resolve/environment/check_contents.hpp"
#include "language/ftdp/resolve/environment/check_copies.hpp"
#include "language/ftdp/resolve/expressions/check_constants.hpp"
#include "language/ftdp/resolve/timing/check_detectors.hpp"
#include "language/ftdp/resolve/timing/check_timers.hpp"

namespace quorate {

std::optional<Model> check_ftdp(const SyntaxModel& syntax, const SourceText& source,
                                const ParameterValues& values, Diagnostics& diagnostics) {
  FtdpChecker checker(syntax, source, diagnostics);
  if (syntax.name) checker.model.name = syntax.name->text;
  checker.model.has_else = syntax.has_else;
  add_predefined_types(checker);
  gather_parameters(checker, values);
  declare_roles(checker);
  declare_groups(checker);
  declare_types(checker);
  check_channels(checker);
  check_faults(checker);
  declare_messages(checker);
  check_contents(checker);
  declare_variables(checker);
  declare_timers(checker);
  declare_detectors(checker);
  declare_functions(checker);
  check_initial_values(checker);
  check_function_bodies(checker);
  check_initial_rules(checker);
  check_rules(checker);
  keep_received_messages(checker);
  check_recovery(checker);
  check_timers(checker);
  check_symmetric(checker);
  check_compound_rules(checker);
  check_observe(checker);
  check_properties(checker);
  if (diagnostics.has_errors()) return {};
  warn_about_messages(checker);
  warn_about_faults(checker);
  warn_about_recovery(checker);
  return std::move(checker.model);
}

}  // namespace quorate
