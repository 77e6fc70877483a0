#include "analysis/visible_rules.hpp"

#include "analysis/monitor.hpp"
#include "analysis/variables.hpp"
#include "analysis/walk.hpp"

namespace quorate {

namespace {

// The variables that `observe` reads or writes: after a rule that writes one of them `observe` may have an
// effect.
std::set<VariableName> observed_variables(const Model& model) {
  std::set<VariableName> names = variables_written(model, model.monitor.observe);
  visit_statements(model.monitor.observe, [&](const Stmt& statement) {
    for (const Expr* const expression : own_expressions(statement))
      names.merge(variables_read(model, *expression));
  });
  return names;
}

}  // namespace

RuleSet visible_rules(const Model& model, const Expr& predicate) {
  const std::set<VariableName> read = variables_read(model, predicate);
  const bool reads_observed = !disjoint(read, variables_written(model, model.monitor.observe));
  const bool always_observed = !observe_is_repeatable(model);
  const std::set<VariableName> observed = observed_variables(model);
  RuleSet visible;
  for (std::size_t r = 0; r < model.rules.size(); ++r) {
    const std::set<VariableName> written = variables_written(model, model.rules[r].body);
    const bool seen = reads_observed && (always_observed || !disjoint(written, observed));
    if (seen || !disjoint(read, written)) visible.insert(r);
  }
  return visible;
}

}  // namespace quorate
