// Which lemmas a proof needs, and which lemma needs which: the graph of [Bokor 2011, Fig. 5.1]. Taken from
// unsatisfiable cores, then reduced by leaving out one lemma after the other.
#pragma once

#include <optional>
#include <vector>

#include "induction/two_states.hpp"

namespace quorate {

struct SelectedLemma {
  std::size_t lemma = 0;           // position in the given list
  std::vector<std::size_t> needs;  // positions of lemmas, itself left out
};

struct Selection {
  std::vector<SelectedLemma> lemmas;
  std::vector<std::size_t> goal_needs;
};

class LemmaSelection {
 public:
  // The lemmas together with the goal are inductive, and exclude `failure`.
  LemmaSelection(Unrolling& unrolling, const Terms& lemmas, const Term& goal, const Term& failure,
                 const ProofClock& clock);

  // `fixed`, if given, is what the step of the goal needs (the goal is k-inductive with k > 1); otherwise
  // that is asked as well.
  std::optional<Selection> select(const std::optional<std::vector<std::size_t>>& fixed);

 private:
  using Positions = std::vector<std::size_t>;
  // Lemmas that exclude the claim, with as few as possible beside `chosen`; none if all lemmas do not.
  std::optional<Positions> needed_beside(TwoStates& where, const Terms& switches, const Positions& chosen,
                                         const Term& claim);
  std::optional<Positions> closure(const std::optional<Positions>& fixed);
  void reduce(Positions& chosen, const std::optional<Positions>& fixed);
  bool suffices(const Positions& chosen, bool with_goal);

  Terms lemmas_;
  const ProofClock& clock_;
  TwoStates step_;
  TwoStates alone_;
  std::vector<SwitchedLemma> switched_;
  Terms on_;
  Terms on_alone_;
  Term goal_fails_;
  Term error_;
};

}  // namespace quorate
