// Lemmas from inductive counterexamples. A state from which a step violates the claim, and which no sample
// shares, is excluded by a short clause that is true of all samples: few of the state's literals, such that
// every sample contradicts one of them (a greedy set cover, tried several times; one that is inductive
// relative to what is known is preferred). Learned clauses are claims themselves, until no step violates any.
//
// If the samples are all reachable states, every learned clause is true, and the loop ends with a proof or
// with a real violation. If not, a clause may be false: a counterexample that is a sample refutes it, and it
// is dropped. Either way nothing is believed that the last round did not prove. This is the learning of IC3
// with an explicit set of states in the place of its frames; IC3 itself was not needed for the protocols
// here.
#pragma once

#include <random>

#include "induction/candidates.hpp"
#include "induction/two_states.hpp"

namespace quorate {

struct LearnerLimits {
  std::size_t clauses = 1500;
  std::size_t attempts = 4;       // covers tried for one state
  std::size_t between_walks = 8;  // clauses after which more states are visited
  double walk_seconds = 0.5;
};

class ClauseLearner {
 public:
  ClauseLearner(Unrolling& unrolling, const AtomTable& atoms, const AtomOrbits& orbits, Samples& samples,
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

  Check check(TwoStates& where, const Term& claim);
  bool learn_from(const ConcreteState& state);
  Clause cover(const ConcreteState& state, bool greedy);
  void add(const Clause& clause);
  // Visits more states and drops what they refute. Whether anything was dropped.
  bool refute();
  bool inductive(const Clause& clause);
  [[nodiscard]] Terms assumptions(bool alone = false) const;

  const AtomTable& atoms_;
  const AtomOrbits& orbits_;
  Samples& samples_;
  SampleTable& table_;
  const ProofClock& clock_;
  TwoStates step_;
  TwoStates alone_;
  AtomTerms terms_;
  std::vector<Learned> learned_;
  std::size_t learned_before_walk_ = 0;
  bool dropped_ = false;  // a clause that claims may have been verified with
  LearnerLimits limits_;
  std::mt19937_64 random_{1};
};

}  // namespace quorate
