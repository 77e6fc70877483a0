#include "temporal_verdict.hpp"

#include "reference_runs.hpp"
#include "temporal_reference.hpp"

namespace quorate {

namespace {

constexpr std::size_t most_guesses = 6000;

// The reference guesses the truth of every temporal operator in every state.
std::size_t guesses(const GroundFormula& f) {
  const bool guessed = f.kind >= FormulaKind::next && f.kind <= FormulaKind::weak_until;
  std::size_t product = guessed ? 2 : 1;
  for (const GroundFormula& child : f.children) product *= guesses(child);
  return product;
}

}  // namespace

std::optional<bool> temporal_verdict(const Model& model, const Property& property,
                                     ReferenceOptions::Crash crash, std::size_t max_states) {
  ReferenceOptions options;
  options.crash = crash;
  options.loss = ReferenceOptions::Loss::explicit_;
  options.max_states = max_states;
  const auto runs = reference_runs(model, property, options);
  if (!runs || runs->table.edges.size() * guesses(runs->formula) > most_guesses) return std::nullopt;
  TemporalReference reference(runs->table, runs->fairness);
  return reference.holds(runs->formula, has_path_quantifier(runs->formula));
}

}  // namespace quorate
