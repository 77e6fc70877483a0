// The order of the attempts: clauses from a smaller instance (first those that its proof needed, then all
// that were inductive there), then candidates of one and two literals, then clauses learned from
// counterexamples. After each of the first two the Houdini loop keeps what is inductive together, and
// k-induction with small k asks whether that proves the goal. Whatever succeeds goes to LemmaSelection,
// which proves it again: neither hints nor samples are trusted. Sampling takes at most half of the time
// that is left.
#include "induction/lemmas/discovery.hpp"

#include <algorithm>
#include <set>

#include "induction/lemmas/clause_learner.hpp"
#include "induction/lemmas/houdini.hpp"
#include "induction/lemmas/lemma_selection.hpp"

namespace quorate {

namespace {

// Largest k with candidates as lemmas, before clauses are learned.
constexpr std::size_t largest_k_with_candidates = 3;

SampleLimits sample_limits(const ProofClock& clock) {
  SampleLimits limits;
  limits.seconds = std::min(limits.seconds, clock.seconds_left() / 2);
  limits.over = [&clock] { return clock.over(); };
  return limits;
}

class Discoverer {
 public:
  Discoverer(const ProofSystem& system, Unrolling& unrolling, const Term& goal, const Terms& known,
             const Term& failure, const Hints& hints, const ProofLimits& limits, const ProofClock& clock)
      : u_(unrolling),
        goal_(goal),
        known_(known),
        failure_(failure),
        hints_(hints),
        limits_(limits),
        clock_(clock),
        atoms_(system.encoding().space()),
        orbits_(atoms_, system.original()),
        samples_(system, atoms_, orbits_, sample_limits(clock)),
        table_(atoms_, samples_),
        terms_(atoms_, system.encoding().space(), system.encoding().values(), system.encoding().current()) {}

  Discovery run() {
    result_.samples = samples_.states();
    result_.samples_complete = samples_.complete();
    for (const auto* hints : {&hints_.needed, &hints_.inductive}) {
      std::vector<FoundLemma> lifted = plausible(*hints);
      result_.transferred = lifted.size();
      if (!lifted.empty() && try_lemmas(std::move(lifted))) return std::move(result_);
    }
    auto candidates = candidate_lemmas(atoms_, orbits_, table_, [&] { return clock_.over(); });
    merge(candidates, found_);
    if (try_lemmas(std::move(candidates))) return std::move(result_);
    learn();
    return std::move(result_);
  }

 private:
  // Clauses that a smaller instance suggests and no sample refutes.
  std::vector<FoundLemma> plausible(const std::vector<ClauseText>& hints) const {
    std::vector<FoundLemma> result;
    std::set<std::vector<Clause>> present;
    for (const ClauseText& hint : lifted_clauses(hints, hints_.grown)) {
      Clause clause;
      for (const std::string& text : hint) {
        if (const auto literal = atoms_.find(text)) clause.push_back(*literal);
      }
      if (clause.size() != hint.size()) continue;
      std::ranges::sort(clause);
      FoundLemma lemma{orbits_.orbit(clause), atoms_.class_of(clause)};
      const bool plausible = std::ranges::all_of(
          lemma.clauses, [&](const Clause& image) { return table_.true_everywhere(image); });
      if (plausible && present.insert(lemma.clauses).second) result.push_back(std::move(lemma));
    }
    return result;
  }

  static void merge(std::vector<FoundLemma>& candidates, const std::vector<FoundLemma>& more) {
    std::set<std::vector<Clause>> present;
    for (const FoundLemma& lemma : candidates) present.insert(lemma.clauses);
    for (const FoundLemma& lemma : more) {
      if (!present.contains(lemma.clauses)) candidates.push_back(lemma);
    }
  }

  // Keeps what is inductive together, and tries to prove the goal with it.
  bool try_lemmas(std::vector<FoundLemma> candidates) {
    const double start = clock_.seconds();
    result_.candidates = candidates.size();
    found_ = houdini(u_, atoms_, known_, std::move(candidates), clock_);
    result_.houdini_seconds += clock_.seconds() - start;
    result_.inductive = found_.size();
    learned_from_ = found_.size();
    return prove_with_found();
  }

  // Learns clauses until the goal is inductive.
  void learn() {
    const double start = clock_.seconds();
    ClauseLearner learner(u_, atoms_, orbits_, samples_, table_, clock_);
    const auto outcome = learner.learn(goal_, with_known(found_terms()), failure_, {});
    for (FoundLemma& lemma : learner.learned()) found_.push_back(std::move(lemma));
    result_.learned = found_.size() - learned_from_;
    result_.learning_seconds = clock_.seconds() - start;
    if (outcome == ClauseLearner::Outcome::proved) {
      select({});
    } else {
      result_.reason = outcome == ClauseLearner::Outcome::refuted
                           ? "the formulas can reach a state that violates it"
                           : "no inductive set of lemmas was found";
    }
  }

  ClauseText text_of(const FoundLemma& lemma) const {
    ClauseText text;
    for (const Literal& literal : lemma.clauses.front())
      text.push_back(atoms_.text(literal.atom, literal.positive));
    return text;
  }

  Term term(const FoundLemma& lemma) const {
    Terms clauses;
    for (const Clause& clause : lemma.clauses) clauses.push_back(terms_.clause(clause));
    return u_.encoding().formulas().all(clauses);
  }

  Terms found_terms() const {
    Terms result;
    for (const FoundLemma& lemma : found_) result.push_back(term(lemma));
    return result;
  }

  Terms with_known(Terms terms) const {
    terms.insert(terms.end(), known_.begin(), known_.end());
    return terms;
  }

  // Proves the goal by induction, with all that the Houdini loop has left as lemmas.
  bool prove_with_found() {
    ProofLimits limits = limits_;
    limits.k_max = std::min(limits.k_max, largest_k_with_candidates);
    KInduction induction(u_, with_known(found_terms()), limits, clock_);
    const InductionResult proof = induction.run(Claim::of("goal", u_.encoding().formulas(), goal_));
    if (proof.outcome != InductionOutcome::proved) return false;
    result_.k = proof.k;
    std::vector<std::size_t> used;
    for (const auto i : proof.used) {
      if (i < found_.size()) used.push_back(i);
    }
    return select(proof.k == 1 ? std::nullopt : std::optional(used));
  }

  bool select(const std::optional<std::vector<std::size_t>>& fixed) {
    const double start = clock_.seconds();
    LemmaSelection selection(u_, with_known(found_terms()), goal_, failure_, clock_);
    const auto selected = selection.select(fixed);
    result_.selection_seconds = clock_.seconds() - start;
    if (!selected) return false;
    std::vector<std::size_t> position(found_.size() + known_.size(), found_.size());
    for (const SelectedLemma& chosen : selected->lemmas) {
      if (chosen.lemma >= found_.size()) continue;  // known before
      const FoundLemma& lemma = found_[chosen.lemma];
      position[chosen.lemma] = result_.lemmas.size();
      result_.needed_clauses.push_back(text_of(lemma));
      result_.lemmas.push_back({lemma.kind,
                                atoms_.text(lemma.clauses.front()),
                                lemma.clauses.size(),
                                chosen.lemma >= learned_from_,
                                term(lemma),
                                {}});
    }
    const auto renumbered = [&](const std::vector<std::size_t>& list) {
      std::vector<std::size_t> result;
      for (const auto i : list) {
        if (i < found_.size() && position[i] < found_.size()) result.push_back(position[i]);
      }
      return result;
    };
    for (const SelectedLemma& chosen : selected->lemmas) {
      if (chosen.lemma < found_.size())
        result_.lemmas[position[chosen.lemma]].needs = renumbered(chosen.needs);
    }
    result_.goal_needs = renumbered(selected->goal_needs);
    result_.proved = true;
    for (const FoundLemma& lemma : found_) result_.inductive_clauses.push_back(text_of(lemma));
    return true;
  }

  Unrolling& u_;
  const Term& goal_;
  const Terms& known_;
  const Term& failure_;
  const Hints& hints_;
  const ProofLimits& limits_;
  const ProofClock& clock_;
  StateAtoms atoms_;
  AtomOrbits orbits_;
  SampleRows samples_;
  SampleTable table_;
  AtomTerms terms_;
  std::vector<FoundLemma> found_;
  std::size_t learned_from_ = 0;
  Discovery result_;
};

}  // namespace

Discovery discover(const ProofSystem& system, Unrolling& unrolling, const Term& goal, const Terms& known,
                   const Term& failure, const Hints& hints, const ProofLimits& limits,
                   const ProofClock& clock) {
  return Discoverer(system, unrolling, goal, known, failure, hints, limits, clock).run();
}

}  // namespace quorate
