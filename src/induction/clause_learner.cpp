#include "induction/clause_learner.hpp"

#include <algorithm>
#include <bit>

namespace quorate {

ClauseLearner::ClauseLearner(Unrolling& unrolling, const AtomTable& atoms, const AtomOrbits& orbits,
                             Samples& samples, SampleTable& table, const ProofClock& clock)
    : atoms_(atoms),
      orbits_(orbits),
      samples_(samples),
      table_(table),
      clock_(clock),
      step_(unrolling, clock),
      alone_(unrolling, clock, TwoStates::With::no_step),
      terms_(atoms, unrolling.encoding().space(), unrolling.encoding().values(),
             unrolling.encoding().current()) {}

Terms ClauseLearner::assumptions(bool alone) const {
  Terms result;
  for (const Learned& learned : learned_) {
    if (!learned.dropped) result.push_back(alone ? learned.on_alone : learned.on);
  }
  return result;
}

std::vector<FoundLemma> ClauseLearner::learned() const {
  std::vector<FoundLemma> result;
  for (const Learned& learned : learned_) {
    if (!learned.dropped) result.push_back(learned.lemma);
  }
  return result;
}

// Literals of the state, negated, such that every sample satisfies one: a clause that excludes the state and
// no sample. Empty if the state looks like a sample.
Clause ClauseLearner::cover(const ConcreteState& state, bool greedy) {
  std::vector<Literal> literals;
  for (std::size_t a = 0; a < atoms_.size(); ++a) {
    const Literal literal{a, !atoms_.holds(a, state)};
    if (table_.sometimes(literal)) literals.push_back(literal);
  }
  std::ranges::shuffle(literals, random_);
  std::vector<std::uint64_t> open(table_.words(), ~std::uint64_t{0});
  if (!open.empty()) open.back() = table_.last_mask();
  Clause clause;
  const auto covers = [&](const Literal& literal) {
    std::size_t total = 0;
    for (std::size_t w = 0; w < open.size(); ++w)
      total += static_cast<std::size_t>(std::popcount(open[w] & ~table_.refuted(literal, w)));
    return total;
  };
  while (std::ranges::any_of(open, [](std::uint64_t word) { return word != 0; })) {
    std::size_t best = 0;
    Literal chosen;
    for (std::size_t k = 0; k < literals.size(); ++k) {
      if (!greedy && random_() % 3 != 0) continue;  // other covers than the greedy one
      const std::size_t gain = covers(literals[k]);
      if (gain > best) {
        best = gain;
        chosen = literals[k];
      }
    }
    if (best == 0 && greedy) return {};
    if (best == 0) {
      greedy = true;
      continue;
    }
    clause.push_back(chosen);
    for (std::size_t w = 0; w < open.size(); ++w) open[w] &= table_.refuted(chosen, w);
  }
  for (std::size_t k = 0; k < clause.size();) {
    Clause shorter = clause;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(k));
    if (!shorter.empty() && table_.true_everywhere(shorter)) {
      clause = std::move(shorter);
    } else {
      ++k;
    }
  }
  std::ranges::sort(clause);
  return clause;
}

bool ClauseLearner::inductive(const Clause& clause) {
  Terms all = assumptions();
  const Term holds = terms_.clause(clause);
  all.push_back(step_.before(holds));
  all.push_back(step_.fails_after(holds));
  return step_.ask(all) == TwoStates::Answer::impossible;
}

void ClauseLearner::add(const Clause& clause) {
  const Term placeholder = terms_.clause(clause);
  Learned learned{{}, placeholder, placeholder, placeholder, false};
  learned.lemma.kind = atoms_.class_of(clause);
  Terms clauses;
  for (Clause& image : orbits_.orbit(clause)) {
    if (!table_.true_everywhere(image)) continue;
    clauses.push_back(terms_.clause(image));
    learned.lemma.clauses.push_back(std::move(image));
  }
  const Term all = step_.unrolling().encoding().formulas().all(clauses);
  const SwitchedLemma added = step_.add(all);
  learned.on_alone = alone_.before(all);
  learned.on = added.on;
  learned.violated = added.violated;
  learned_.push_back(std::move(learned));
}

bool ClauseLearner::learn_from(const ConcreteState& state) {
  Clause best;
  for (std::size_t attempt = 0; attempt < limits_.attempts; ++attempt) {
    Clause clause = cover(state, attempt == 0);
    if (clause.empty()) return false;
    if (inductive(clause)) {
      best = std::move(clause);
      break;
    }
    if (best.empty() || clause.size() < best.size()) best = std::move(clause);
  }
  add(best);
  return true;
}

bool ClauseLearner::refute() {
  learned_before_walk_ = learned_.size();
  if (!samples_.more(limits_.walk_seconds)) return false;
  table_.extend(samples_);
  bool dropped = false;
  for (Learned& learned : learned_) {
    const bool refuted =
        !learned.dropped && !std::ranges::all_of(learned.lemma.clauses, [&](const Clause& clause) {
          return table_.true_everywhere(clause);
        });
    learned.dropped = learned.dropped || refuted;
    dropped = dropped || refuted;
  }
  return dropped;
}

// Learns clauses until no state is left in which the claim can be violated.
ClauseLearner::Check ClauseLearner::check(TwoStates& where, const Term& claim) {
  bool something = false;
  for (;;) {
    if (clock_.over() || learned_.size() > limits_.clauses) return Check::limit;
    Terms all = assumptions(&where == &alone_);
    all.push_back(claim);
    const TwoStates::Answer answer = where.ask(all);
    if (answer == TwoStates::Answer::unknown) return Check::limit;
    if (answer == TwoStates::Answer::impossible) return something ? Check::learned : Check::holds;
    if (!learn_from(where.state(0))) return Check::false_claim;
    something = true;
    if (learned_.size() >= learned_before_walk_ + limits_.between_walks && refute()) dropped_ = true;
  }
}

ClauseLearner::Outcome ClauseLearner::learn(const Term& goal, const Terms& known, const Term& failure,
                                            const LearnerLimits& limits) {
  limits_ = limits;
  for (TwoStates* where : {&step_, &alone_}) {
    for (const Term& lemma : known) where->assume(lemma);
    where->assume(goal);
  }
  const Term goal_fails = step_.fails_after(goal);
  const Term error = alone_.before(failure);
  // A claim stays verified while clauses are added, not when one is dropped.
  do {
    dropped_ = false;
    for (const bool well_defined : {false, true}) {
      const Check result = well_defined ? check(alone_, error) : check(step_, goal_fails);
      if (result == Check::limit) return Outcome::limit;
      if (result == Check::false_claim) return Outcome::refuted;
    }
    for (std::size_t i = 0; i < learned_.size(); ++i) {
      if (learned_[i].dropped) continue;
      const Term claim = learned_[i].violated;  // learning moves the list
      const Check result = check(step_, claim);
      if (result == Check::limit) return Outcome::limit;
      if (result != Check::false_claim) continue;
      learned_[i].dropped = true;
      dropped_ = true;
    }
  } while (dropped_);
  return Outcome::proved;
}

}  // namespace quorate
