// How the learner of the header works. check() asks for a state that violates a claim and calls exclude()
// on it until there is none. exclude() asks whether the negation of that state is inductive relative to
// what is learned, to what was given, and to the states that wait (inductive_part). If so, the
// unsatisfiable core says which literals are needed, generalize() drops more of them, and the clause is
// added with its images under permutations. If a step leads into the state from an earlier one, that one is
// excluded first, recursively.
//
// Two solvers: `step_` holds a step; `alone_` holds a state without one, since a model error is a property
// of a state that need not have a successor. A clause that a sample refutes is never added; one that a
// later sample refutes is dropped, and all claims are checked again, since a proof may have used it.
#include "induction/lemmas/clause_learner.hpp"

#include <algorithm>
#include <bit>

namespace quorate {

namespace {

constexpr unsigned milliseconds_per_question = 20'000;

}  // namespace

ClauseLearner::ClauseLearner(Unrolling& unrolling, const StateAtoms& atoms, const AtomOrbits& orbits,
                             SampleRows& samples, SampleTable& table, const ProofClock& clock)
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

bool ClauseLearner::cover_samples(Clause& clause, const Clause& choices) const {
  std::vector<std::uint64_t> open(table_.words(), ~std::uint64_t{0});
  if (!open.empty()) open.back() = table_.last_mask();
  const auto satisfy = [&](const Literal& literal) {
    for (std::size_t w = 0; w < open.size(); ++w) open[w] &= table_.refuted(literal, w);
  };
  for (const Literal& literal : clause) satisfy(literal);
  while (std::ranges::any_of(open, [](std::uint64_t word) { return word != 0; })) {
    std::size_t best = 0;
    Literal chosen;
    for (const Literal& literal : choices) {
      std::size_t gain = 0;
      for (std::size_t w = 0; w < open.size(); ++w)
        gain += static_cast<std::size_t>(std::popcount(open[w] & ~table_.refuted(literal, w)));
      if (gain <= best) continue;
      best = gain;
      chosen = literal;
    }
    if (best == 0) return false;
    clause.push_back(chosen);
    satisfy(chosen);
  }
  std::ranges::sort(clause);
  return true;
}

const Term& ClauseLearner::false_after(const Literal& literal) {
  const auto known = false_after_.find(literal);
  if (known != false_after_.end()) return known->second;
  return false_after_.emplace(literal, step_.fails_after(terms_.literal(literal))).first->second;
}

ClauseLearner::Part ClauseLearner::inductive_part(Clause& clause) {
  Terms asked;
  for (const Literal& literal : clause) asked.push_back(false_after(literal));
  asked.push_back(step_.before(terms_.clause(clause)));
  for (const Term& claim : assumptions()) asked.push_back(claim);
  asked.insert(asked.end(), waiting_.begin(), waiting_.end());
  const TwoStates::Answer answer = step_.ask(asked, milliseconds_per_question);
  if (answer == TwoStates::Answer::unknown) return Part::unknown;
  if (answer == TwoStates::Answer::possible) return Part::entered;
  Clause part;
  for (const auto k : step_.core(asked)) {
    if (k < clause.size()) part.push_back(clause[k]);
  }
  cover_samples(part, clause);
  clause = std::move(part);
  return Part::inductive;
}

void ClauseLearner::generalize(Clause& clause) {
  Clause order = clause;
  std::ranges::shuffle(order, random_);
  for (const Literal& literal : order) {
    Clause shorter = clause;
    if (std::erase(shorter, literal) == 0 || shorter.empty()) continue;
    if (table_.true_everywhere(shorter) && inductive_part(shorter) == Part::inductive)
      clause = std::move(shorter);
  }
}

bool ClauseLearner::exclude(const ConcreteState& state, std::size_t depth) {
  Clause whole;
  for (std::size_t a = 0; a < atoms_.size(); ++a) whole.push_back({a, !atoms_.holds(a, state)});
  if (!table_.true_everywhere(whole)) return false;
  while (!clock_.over() && learned_.size() <= limits_.clauses) {
    Clause clause = whole;
    const Part part = depth < limits_.depth ? inductive_part(clause) : Part::unknown;
    if (part == Part::entered) {
      const ConcreteState before = step_.state(0);
      waiting_.push_back(step_.before(terms_.clause(whole)));
      const bool excluded = exclude(before, depth + 1);
      waiting_.pop_back();
      if (!excluded) return false;
      continue;
    }
    if (part == Part::inductive) {
      generalize(clause);
    } else {
      clause.clear();
      cover_samples(clause, whole);
    }
    add(clause);
    break;
  }
  return true;
}

void ClauseLearner::add(const Clause& clause) {
  FoundLemma lemma;
  lemma.kind = atoms_.class_of(clause);
  Terms clauses;
  for (Clause& image : orbits_.orbit(clause)) {
    if (!table_.true_everywhere(image)) continue;
    clauses.push_back(terms_.clause(image));
    lemma.clauses.push_back(std::move(image));
  }
  const Term all = step_.unrolling().encoding().formulas().all(clauses);
  const SwitchedLemma added = step_.add(all);
  learned_.push_back({std::move(lemma), added.on, added.violated, alone_.before(all), false});
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
    if (!exclude(where.state(0), 0)) return Check::false_claim;
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
      const Term claim = learned_[i].violated;  // a copy: learning may reallocate the list
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
