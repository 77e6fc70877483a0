// Lemmas from inductive counterexamples. A state from which a step violates a claim must be unreachable,
// and a clause excludes it together with many others.
//
// If no step from the remaining states leads into it, the negation of the whole state is inductive; the
// solver says which literals are needed, and more of them are dropped as long as the clause stays inductive
// and true in all samples. That is the generalization of IC3 [Bradley 2011]. If a step does lead into it,
// the state before that step is excluded first, and so on; states that wait for this count as excluded
// meanwhile. The frames of IC3 are not needed: what is learned is relative to everything that is claimed so
// far, and all of it is proved together at the end. Where the chain of predecessors becomes too long, the
// clause is a guess: a few literals of the state's negation such that every sample satisfies one (a greedy
// set cover).
//
// Samples keep clauses from being false. Unless they are all reachable states, a guess may be false: so
// more states are visited from time to time, and clauses that they refute are dropped, as are clauses that
// a step from a sample violates. Only what the last round proves is used. Guesses alone are enough for
// instances whose states can all be visited; in larger ones most of them are false (docs/internals.md).
#pragma once

#include <map>
#include <random>

#include "induction/lemmas/candidates.hpp"
#include "induction/two_states.hpp"

namespace quorate {

struct LearnerLimits {
  std::size_t clauses = 3000;
  std::size_t depth = 60;          // of the chain of predecessors
  std::size_t between_walks = 16;  // clauses after which more states are visited
  double walk_seconds = 0.5;
};

class ClauseLearner {
 public:
  ClauseLearner(Unrolling& unrolling, const StateAtoms& atoms, const AtomOrbits& orbits, SampleRows& samples,
                SampleTable& table, const ProofClock& clock);

  enum class Outcome { proved, refuted, limit };
  // Learns clauses that make `goal` inductive, and exclude model errors, relative to `known`. `refuted`:
  // the goal is violated by a step from a sample.
  Outcome learn(const Term& goal, const Terms& known, const Term& failure, const LearnerLimits& limits);
  [[nodiscard]] std::vector<FoundLemma> learned() const;

 private:
  struct Learned {
    FoundLemma lemma;
    Term on;
    Term violated;
    Term on_alone;  // in the solver without a step
    bool dropped = false;
  };
  enum class Check { holds, learned, false_claim, limit };
  enum class Part { inductive, entered, unknown };

  Check check(TwoStates& where, const Term& claim);
  // Learns clauses that exclude the state; false if no clause excludes it or a predecessor without
  // excluding a sample.
  bool exclude(const ConcreteState& state, std::size_t depth);
  // Whether the clause is inductive; if so, literals that are not needed are removed from it. `entered`: a
  // step in the solver's model falsifies the clause.
  Part inductive_part(Clause& clause);
  void generalize(Clause& clause);
  // Adds literals of `choices` until every sample satisfies the clause; false if that is impossible.
  bool cover_samples(Clause& clause, const Clause& choices) const;
  void add(const Clause& clause);
  // Visits more states and drops the clauses that they refute. True if any was dropped.
  bool refute();
  const Term& false_after(const Literal& literal);
  [[nodiscard]] Terms assumptions(bool alone = false) const;

  const StateAtoms& atoms_;
  const AtomOrbits& orbits_;
  SampleRows& samples_;
  SampleTable& table_;
  const ProofClock& clock_;
  TwoStates step_;
  TwoStates alone_;
  AtomTerms terms_;
  std::vector<Learned> learned_;
  Terms waiting_;  // states whose predecessors are being excluded
  std::map<Literal, Term> false_after_;
  std::size_t learned_before_walk_ = 0;
  bool dropped_ = false;  // a clause was dropped: proofs may have used it
  LearnerLimits limits_;
  std::mt19937_64 random_{1};
};

}  // namespace quorate
