// Lemmas that the author did not write. They are searched for in smaller instances of the model first,
// whose lemmas are hints for the next instance (lifted_clauses), and then in the model itself. Discovery
// proves the step of each lemma; that each holds initially is asked here. The lemmas that the proof needs
// are named by class and number and become part of the result and of the certificate.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "induction/property_proof.hpp"
#include "smt/solver_watch.hpp"

namespace quorate {

Hints PropertyProof::hints() {
  Hints hints;
  const Model* from = nullptr;
  for (const Model& smaller : options_.smaller) {
    const auto property = std::ranges::find(smaller.properties, property_.name, &Property::name);
    std::optional<EncodingProblem> problem;
    if (property == smaller.properties.end() || clock_.over()) continue;
    const auto system = ProofSystem::make(smaller, *property, problem);
    if (!system) continue;
    const Encoding& encoding = system->encoding();
    const Term goal = encoding.holds(*property, encoding.current(), problem);
    const SolverWatch watch(encoding.formulas().context());
    Unrolling unrolling(encoding);
    if (from != nullptr) hints.grown = grown_roles(*from, smaller);
    const Discovery found =
        discover(*system, unrolling, goal, {}, encoding.failure(), hints, options_.limits, clock_);
    if (!found.proved) continue;
    hints.inductive = found.inductive_clauses;
    hints.needed = found.needed_clauses;
    from = &smaller;
  }
  if (from != nullptr) hints.grown = grown_roles(*from, model_);
  return hints;
}

bool PropertyProof::prove_by_discovery() {
  const Discovery found = discover(*system_, *unrolling_, *goal_, proved_terms(),
                                   system_->encoding().failure(), hints(), options_.limits, clock_);
  result_.discovery = fmt::format(
      "{} reachable states{}{}; {} candidates{}, {} of them inductive together ({:.1f} s); {} learned from "
      "counterexamples ({:.1f} s); {} needed ({:.1f} s)",
      found.samples, result_.forgotten.empty() ? "" : " of the formulas",
      found.samples_complete ? " (all)" : "", found.candidates,
      found.transferred > 0 ? fmt::format(" ({} from smaller instances)", found.transferred) : "",
      found.inductive, found.houdini_seconds, found.learned, found.learning_seconds, found.lemmas.size(),
      found.selection_seconds);
  if (!found.proved) {
    const std::string why = clock_.over() ? clock_.reason() : found.reason;
    if (!why.empty()) reason_ += "; " + why;
    return false;
  }
  // The samples contain the initial states, but a proof must not rely on samples.
  const bool base = std::ranges::all_of(
      found.lemmas, [&](const DiscoveredLemma& lemma) { return holds_initially(lemma.holds); });
  if (!base) {
    reason_ += "; a lemma could not be proved for the initial states";
    return false;
  }
  report_discovered(found);
  result_.k = found.k;
  result_.judgement = Judgement::holds(Evidence::proof());
  return true;
}

void PropertyProof::report_discovered(const Discovery& found) {
  std::map<LemmaClass, int> numbers;
  std::vector<std::string> names;
  for (const DiscoveredLemma& lemma : found.lemmas)
    names.push_back(fmt::format("{}{}", short_name(lemma.kind), ++numbers[lemma.kind]));
  const auto named = [&](const std::vector<std::size_t>& list) {
    std::vector<std::string> result;
    for (const auto i : list) result.push_back(names[i]);
    return result;
  };
  Terms together;
  for (const DiscoveredLemma& lemma : found.lemmas) together.push_back(lemma.holds);
  Terms with_goal = together;
  with_goal.push_back(*goal_);
  const Terms known = proved_terms();
  for (std::size_t i = 0; i < found.lemmas.size(); ++i) {
    const DiscoveredLemma& lemma = found.lemmas[i];
    LemmaReport report;
    report.name = names[i];
    report.kind = to_text(lemma.kind);
    report.text = lemma.text;
    if (lemma.images > 1) report.text += fmt::format(" ({} permuted)", lemma.images);
    report.proved = true;
    report.k = 1;
    report.needs = named(lemma.needs);
    result_.lemmas.push_back(std::move(report));
    const Claim claim = Claim::of(names[i], formulas(), lemma.holds);
    claims_.emplace_back(unrolling_.get(), ProvedClaim{names[i], claim, 1, known, with_goal});
  }
  Terms always = known;
  if (found.k > 1) always.insert(always.end(), together.begin(), together.end());
  const Claim claim = Claim::of(property_.name, formulas(), *goal_);
  claims_.emplace_back(unrolling_.get(), ProvedClaim{property_.name, claim, found.k, always, together});
  Terms everything = known;
  everything.insert(everything.end(), with_goal.begin(), with_goal.end());
  claims_.emplace_back(unrolling_.get(),
                       ProvedClaim{"well-defined",
                                   {"well-defined", system_->encoding().failure(), formulas().constant(true)},
                                   1,
                                   everything,
                                   {}});
  result_.needs = named(found.goal_needs);
}

}  // namespace quorate
