// k-induction [Bokor 2011, 2.6]: a claim holds in every reachable state if it holds in the first k states
// of every run (base), and if k states in a row in which it holds are only followed by states in which it
// holds (step). Lemmas that were proved before are assumed in every state. Base and step are asked with
// growing k, each in one incremental solver.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "smt/unrolling.hpp"
#include "verify/result/stopwatch.hpp"

namespace quorate {

struct ProofLimits {
  std::size_t k_max = 20;
  double max_seconds = 1e9;
  bool simple_path = false;  // the step considers only paths whose states differ pairwise
};

// The time since the start, and whether it has reached its limit.
class ProofClock {
 public:
  explicit ProofClock(const ProofLimits& limits) : limits_(limits) {}
  [[nodiscard]] double seconds() const { return watch_.seconds(); }
  [[nodiscard]] static bool budget_spent() { return Budget::spent() != Spent::nothing; }
  [[nodiscard]] bool over() const { return budget_spent() || seconds() > limits_.max_seconds; }
  [[nodiscard]] static std::string reason() {
    return to_text(budget_spent() ? Budget::spent() : Spent::time);
  }
  // At least 1, so that the last question can be answered.
  [[nodiscard]] double seconds_left() const {
    return std::max(1.0, std::min({limits_.max_seconds - seconds(), Budget::seconds_left(), 4e6}));
  }
  [[nodiscard]] unsigned milliseconds_left() const { return static_cast<unsigned>(seconds_left() * 1000); }

 private:
  ProofLimits limits_;
  Stopwatch watch_;
};

// What is to be proved of every reachable state, over the encoding's current state. `violated` may use
// inputs (a model error in some step does); then nothing can be assumed of earlier states.
struct Claim {
  std::string name;
  Term violated;
  Term assumed;  // in the states before; true if nothing is

  static Claim of(const std::string& name, Formulas& formulas, const Term& holds) {
    return {name, formulas.negation(holds), holds};
  }
};

enum class InductionOutcome {
  proved,
  base_fails,  // path: from an initial state to a violation
  step_fails,  // not proved up to the largest k; path: the last inductive counterexample
  limit,       // time, or the solver gave up
};

// States of a path and the transitions between them (positions in Encoding::transitions).
struct SymbolicPath {
  std::vector<ConcreteState> states;
  std::vector<std::size_t> transitions;
};

struct InductionResult {
  InductionOutcome outcome = InductionOutcome::limit;
  std::size_t k = 0;
  SymbolicPath path;
  // Positions of the lemmas that the step with this k used: a small set, not always a minimal one.
  std::vector<std::size_t> used;
};

class KInduction {
 public:
  KInduction(Unrolling& unrolling, std::vector<Term> lemmas, const ProofLimits& limits,
             const ProofClock& clock)
      : u_(unrolling), lemmas_(std::move(lemmas)), limits_(limits), clock_(clock) {}

  InductionResult run(const Claim& claim);

 private:
  enum class Answer { no, yes, unknown };
  Answer ask(z3::solver& solver, const z3::expr_vector& assumptions);
  Answer base(const Claim& claim, std::size_t k, InductionResult& result);
  Answer step(const Claim& claim, std::size_t k, InductionResult& result);
  void extend_base(const Claim& claim, std::size_t k);
  void extend_step(const Claim& claim, std::size_t k);
  SymbolicPath path(const z3::model& model, std::size_t states);

  Unrolling& u_;
  std::vector<Term> lemmas_;
  ProofLimits limits_;
  const ProofClock& clock_;
  std::optional<z3::solver> base_;
  std::optional<z3::solver> step_;
  std::vector<Term> switches_;  // assumptions that turn the lemmas of the step on
};

}  // namespace quorate
