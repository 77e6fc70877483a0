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
  // A run has one of the possible leaders, if a detector names one.
  std::vector<std::int64_t> leaders;
  for (const FaultAssumption& line : model.faults) {
    if (line.word != "detector" || line.detector.kind != DetectorKind::leader) continue;
    for (const std::int64_t q : model.values_of(model.role(line.roles[0]).type)) leaders.push_back(q);
  }
  if (leaders.empty()) leaders.push_back(-1);
  bool holds = true;
  for (const std::int64_t leader : leaders) {
    options.leader = leader;
    const auto runs = reference_runs(model, property, options);
    if (!runs || runs->table.edges.size() * guesses(runs->formula) > most_guesses) return std::nullopt;
    TemporalReference reference(runs->table, runs->fairness);
    const bool branching = has_path_quantifier(runs->formula);
    if (branching && leader >= 0) return std::nullopt;  // a formula about one leader at a time says nothing
    holds = holds && reference.holds(runs->formula, branching);
  }
  return holds;
}

}  // namespace quorate
