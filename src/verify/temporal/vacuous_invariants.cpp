#include "verify/temporal/vacuous_invariants.hpp"

#include <algorithm>

#include "verify/run/check_decomposed.hpp"
#include "verify/run/lowered_check.hpp"
#include "verify/temporal/vacuity.hpp"
#include "verify/wanted_properties.hpp"

namespace quorate {

namespace {

// A premise that is ever true is usually true within few states.
constexpr std::uint64_t most_states_looked_at = 100'000;

CheckOptions short_look(const CheckOptions& options) {
  CheckOptions result = options;
  result.search.limits.max_states = std::min(result.search.limits.max_states, most_states_looked_at);
  result.search.parallel.threads = 1;
  result.search.store = StoreKind::tree;
  result.search.progress = nullptr;
  result.search.checkpoints = nullptr;
  result.engine = Engine::interpreted;
  result.check_reductions = false;
  return result;
}

bool holds(const Model& model, const CheckOptions& options) {
  const CheckReport report = check_lowered(model, options, check_decomposed);
  return !report.results.empty() && report.results.front().verdict() == Verdict::holds;
}

}  // namespace

void warn_of_vacuous_invariants(const Model& model, const CheckOptions& options, CheckReport& report) {
  const CheckOptions look = short_look(options);
  for (std::size_t p = 0; p < model.properties.size(); ++p) {
    const Property& property = model.properties[p];
    PropertyResult* const result = report.find(property.name);
    const bool asked = property.kind == PropertyKind::invariant && result != nullptr &&
                       result->verdict() == Verdict::holds && result->statistics.initial_states > 0;
    if (!asked) continue;
    Formula predicate;
    predicate.predicate = property.predicate;
    Formula always;
    always.kind = FormulaKind::always;
    always.children.push_back(std::move(predicate));
    for (const Strengthening& stronger : strengthenings(model, always)) {
      Model one = with_properties(model, {p});
      one.properties.front().predicate = stronger.formula.children[0].predicate;
      if (!holds(one, look)) continue;
      result->warnings.push_back({stronger.premise, vacuity_text(property.name, stronger), ""});
    }
  }
}

}  // namespace quorate
