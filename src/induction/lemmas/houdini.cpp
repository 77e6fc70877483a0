// The greatest subset of the candidates that is inductive [Flanagan, Leino 2001]. While counterexamples are
// easy to find, one question is about all candidates: the state after the step refutes many of them at
// once. That none is refuted is harder to prove, and one question about all candidates can take minutes; so
// they are then asked about one by one, in a worklist. The core of an answer says which other candidates it
// used; when one of these is removed, the candidate is asked about again. A candidate whose question is not
// answered in time is removed, which costs a lemma and never makes a wrong proof.
#include "induction/lemmas/houdini.hpp"

#include <algorithm>
#include <deque>

namespace quorate {

namespace {

// Time limits: for the question about all candidates, and for one candidate, which is removed if it takes
// longer.
constexpr unsigned milliseconds_for_all = 2'000;
constexpr unsigned milliseconds_for_one = 10'000;

class Houdini {
 public:
  Houdini(Unrolling& unrolling, const StateAtoms& atoms, const Terms& known,
          std::vector<FoundLemma> candidates, const ProofClock& clock)
      : atoms_(atoms),
        candidates_(std::move(candidates)),
        clock_(clock),
        step_(unrolling, clock),
        alive_(candidates_.size(), true),
        needs_(candidates_.size()) {
    const Encoding& encoding = unrolling.encoding();
    const AtomTerms terms(atoms, encoding.space(), encoding.values(), encoding.current());
    for (const Term& lemma : known) step_.assume(lemma);
    for (const FoundLemma& lemma : candidates_) {
      Terms clauses;
      for (const Clause& clause : lemma.clauses) clauses.push_back(terms.clause(clause));
      switches_.push_back(step_.before(encoding.formulas().all(clauses)));
      violations_.push_back(step_.fails_after(clauses.front()));
    }
  }

  std::vector<FoundLemma> run() {
    refute_together();
    refute_one_by_one();
    if (clock_.over()) return {};
    std::vector<FoundLemma> kept;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (alive_[i]) kept.push_back(std::move(candidates_[i]));
    }
    return kept;
  }

 private:
  // The switches of the candidates that are left, after the given term.
  Terms assumptions(const Term& first) const {
    Terms result{first};
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (alive_[i]) result.push_back(switches_[i]);
    }
    return result;
  }

  // Removes the candidates that are false after the step that was found. True if there were any.
  bool remove_refuted() {
    const ConcreteState after = step_.state(1);
    bool removed = false;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const bool refuted =
          alive_[i] && std::ranges::any_of(candidates_[i].clauses, [&](const Clause& clause) {
            return !atoms_.holds(clause, after);
          });
      if (!refuted) continue;
      remove(i);
      removed = true;
    }
    return removed;
  }

  void remove(std::size_t i) {
    alive_[i] = false;
    for (std::size_t j = 0; j < candidates_.size(); ++j) {
      if (!alive_[j] || std::ranges::find(needs_[j], i) == needs_[j].end()) continue;
      needs_[j].clear();
      queue_.push_back(j);
    }
  }

  void refute_together() {
    while (!clock_.over()) {
      Terms left;
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (alive_[i]) left.push_back(violations_[i]);
      }
      if (left.empty()) return;
      const Term some = step_.some_of(left);
      if (step_.ask(assumptions(some), milliseconds_for_all) != TwoStates::Answer::possible) return;
      if (!remove_refuted()) return;
    }
  }

  void refute_one_by_one() {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (alive_[i]) queue_.push_back(i);
    }
    while (!queue_.empty() && !clock_.over()) {
      const std::size_t i = queue_.front();
      queue_.pop_front();
      if (alive_[i]) verify(i);
    }
  }

  void verify(std::size_t i) {
    const Terms asked = assumptions(violations_[i]);
    const TwoStates::Answer answer = step_.ask(asked, milliseconds_for_one);
    if (answer == TwoStates::Answer::possible) remove_refuted();
    if (answer != TwoStates::Answer::impossible) {
      if (alive_[i]) remove(i);
      return;
    }
    std::vector<std::size_t> positions;  // of the assumptions
    for (std::size_t j = 0; j < candidates_.size(); ++j) {
      if (alive_[j]) positions.push_back(j);
    }
    needs_[i].clear();
    for (const auto k : step_.core(asked)) {
      if (k > 0) needs_[i].push_back(positions[k - 1]);
    }
  }

  const StateAtoms& atoms_;
  std::vector<FoundLemma> candidates_;
  const ProofClock& clock_;
  TwoStates step_;
  Terms switches_;
  Terms violations_;  // of the first clause
  std::vector<bool> alive_;
  std::vector<std::vector<std::size_t>> needs_;  // by candidate: others that its last answer used
  std::deque<std::size_t> queue_;
};

}  // namespace

std::vector<FoundLemma> houdini(Unrolling& unrolling, const StateAtoms& atoms, const Terms& known,
                                std::vector<FoundLemma> candidates, const ProofClock& clock) {
  return Houdini(unrolling, atoms, known, std::move(candidates), clock).run();
}

}  // namespace quorate
