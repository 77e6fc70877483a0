// Lemmas from inductive counterexamples. A state from which a step violates a claim must be unreachable, and
// a clause excludes it together with many others:
//
// If no step from the states that are left leads into it, the negation of the whole state is inductive; the
// solver says which literals that needs, and more of them are dropped as long as the clause stays inductive
// and true of all samples. That is the generalization of IC3 (Bradley). If a step does lead into it, the
// state before that step is excluded first, and so on; the states that wait for it count as excluded
// meanwhile, since in the end they are. Frames, which IC3 has beside this, are not needed: what is learned is
// relative to everything that is claimed so far, and all of it is shown together at the end. Where the way
// back is too long, a few of the state's literals are taken such that every sample contradicts one of them (a
// greedy set cover): a guess.
//
// SampleRows keep clauses from being false. If they are not all the reachable states, a guess may be: more
// states are visited from time to time, and what they refute is dropped, as is what a step from a sample
// violates. Nothing is believed that the last round did not prove. Guesses alone, without the way back, were
// enough for instances whose states can all be visited, and hopeless for others.
#pragma once

#include <map>
#include <random>

#include "induction/lemmas/candidates.hpp"
#include "induction/two_states.hpp"

namespace quorate {

struct LearnerLimits {
  std::size_t clauses = 3000;
  std::size_t depth = 60;          // of the way back
  std::size_t between_walks = 16;  // clauses after which more states are visited
  double walk_seconds = 0.5;
};

class ClauseLearner {
 public:
  ClauseLearner(Unrolling& unrolling, const StateAtoms& atoms, const AtomOrbits& orbits, SampleRows& samples,
                SampleTable& table, const ProofClock& clock);

  enum class Outcome { proved, refuted, limit };
  // Makes `goal` inductive, and the model free of errors, relative to `known`. `refuted`: the goal is
  // violated by a step from a sample.
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
  // Learns clauses that exclude the state; false if it looks like a sample, or a state before it does.
  bool exclude(const ConcreteState& state, std::size_t depth);
  // Whether the clause is inductive; then it is left with literals that suffice. `entered`: a step of the
  // solver's model falsifies it.
  Part inductive_part(Clause& clause);
  void generalize(Clause& clause);
  // Adds literals of `choices` until every sample satisfies the clause; false if that is impossible.
  bool cover_samples(Clause& clause, const Clause& choices) const;
  void add(const Clause& clause);
  // Visits more states and drops what they refute. Whether anything was dropped.
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
  Terms waiting_;  // states that are excluded once those before them are
  std::map<Literal, Term> false_after_;
  std::size_t learned_before_walk_ = 0;
  bool dropped_ = false;  // a clause that claims may have been verified with
  LearnerLimits limits_;
  std::mt19937_64 random_{1};
};

}  // namespace quorate
