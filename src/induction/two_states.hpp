// Questions about one step: which claims, true before it, are true after it. One incremental solver holds
// the step; lemmas are turned on by assumptions, so that the core of an answer says which of them were
// needed.
#pragma once

#include <climits>
#include <optional>
#include <vector>

#include "induction/k_induction.hpp"
#include "smt/unrolling.hpp"

namespace quorate {

// A lemma in the solver. `holds` is over the encoding's current state.
struct SwitchedLemma {
  Term on;        // assumed: it holds before the step
  Term violated;  // implies that it does not hold after the step
};

class TwoStates {
 public:
  // `no_step`: questions about state 0 only, which need not have a successor.
  enum class With { step, no_step };
  TwoStates(Unrolling& unrolling, const ProofClock& clock, With with = With::step);

  // Holds before the step from now on.
  void assume(const Term& holds);
  SwitchedLemma add(const Term& holds);
  // A Boolean that implies the formula before the step; one that implies that the claim is false after it.
  Term before(const Term& formula);
  Term fails_after(const Term& holds);
  // A Boolean that implies that one of these holds.
  Term some_of(const Terms& terms);

  enum class Answer { impossible, possible, unknown };
  // Whether the step is possible with these assumptions; unknown if the time is over.
  Answer ask(const Terms& assumptions, unsigned milliseconds = UINT_MAX);
  [[nodiscard]] ConcreteState state(std::size_t i);                       // after `possible`: 0 or 1
  [[nodiscard]] std::vector<std::size_t> core(const Terms& assumptions);  // after `impossible`: positions

  [[nodiscard]] Unrolling& unrolling() { return u_; }

 private:
  Term fresh(const char* what);

  Unrolling& u_;
  const ProofClock& clock_;
  z3::solver solver_;
  std::size_t number_ = 0;
};

}  // namespace quorate
