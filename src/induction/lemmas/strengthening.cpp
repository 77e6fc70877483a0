// For each rule: the control points are the literals on cells of its guard that the guard implies, and the
// assertions the literals on cells that it reads. For each pair the clause "control implies assertion" is
// evaluated in the initial states and asked of the solver as an induction of one step, by itself; answers
// are kept, since rules share clauses. An assertion that the guard implies already is left out. The
// transitions that establish a control point are found for the report only. Bounded in time: each pair is a
// question.
#include "induction/lemmas/strengthening.hpp"

#include <algorithm>
#include <map>

namespace quorate {

namespace {

class GuardStrengthener {
 public:
  GuardStrengthener(Unrolling& unrolling, const StateAtoms& atoms, const ProofClock& clock,
                    double max_seconds)
      : u_(unrolling),
        encoding_(unrolling.encoding()),
        atoms_(atoms),
        clock_(clock),
        stop_at_(clock.seconds() + max_seconds),
        terms_(atoms, encoding_.space(), encoding_.values(), encoding_.current()),
        step_(unrolling, clock),
        alone_(unrolling, clock, TwoStates::With::no_step) {}

  std::vector<StrengthenedGuard> run() {
    for (std::size_t t = 0; t < encoding_.transitions().size(); ++t) {
      const Transition& facts = encoding_.system().transitions()[encoding_.transitions()[t].id.index()];
      if (facts.kind != StepKind::rule) continue;
      for (const Literal& control : literals_on(facts.guard_reads)) {
        if (atoms_.variable(control.atom).form != ValueForm::cases || !is_demanded(t, control)) continue;
        for (const Literal& assertion : literals_on(facts.reads)) {
          if (over()) return std::move(found_);
          consider(t, control, assertion);
        }
      }
    }
    return std::move(found_);
  }

 private:
  bool over() const { return clock_.over() || clock_.seconds() > stop_at_; }

  // Literals, positive and negative, of the atoms on these cells.
  std::vector<Literal> literals_on(const std::vector<std::uint32_t>& cells) const {
    std::vector<Literal> result;
    for (std::size_t a = 0; a < atoms_.size(); ++a) {
      const auto cell = atoms_.variable(a).cell;
      if (cell < 0 || std::ranges::find(cells, static_cast<std::uint32_t>(cell)) == cells.end()) continue;
      result.push_back({a, false});
      result.push_back({a, true});
    }
    return result;
  }

  // Whether the guard implies the literal.
  bool is_demanded(std::size_t t, const Literal& literal) {
    if (!literal.positive && atoms_.variable(literal.atom).values.size() > 2) return false;
    return never_with_guard(t, {literal});
  }

  bool never_with_guard(std::size_t t, const Clause& clause) {
    if (!guards_.contains(t)) guards_.emplace(t, alone_.before(encoding_.transitions()[t].enabled));
    const Term fails = alone_.before(!terms_.clause(clause));
    return alone_.ask({guards_.at(t), fails}) == TwoStates::Answer::impossible;
  }

  void consider(std::size_t t, const Literal& control, const Literal& assertion) {
    if (atoms_.atom(assertion.atom).variable == atoms_.atom(control.atom).variable) return;
    Clause clause{{control.atom, !control.positive}, assertion};
    std::ranges::sort(clause);
    if (!is_invariant(clause) || never_with_guard(t, {assertion})) return;
    found_.push_back({t, control, assertion, establishing(control)});
  }

  bool is_invariant(const Clause& clause) {
    const auto known = invariant_.find(clause);
    if (known != invariant_.end()) return known->second;
    bool& result = invariant_[clause];
    result = std::ranges::all_of(encoding_.initial_states(),
                                 [&](const ConcreteState& state) { return atoms_.holds(clause, state); });
    if (result) {
      const SwitchedLemma lemma = step_.add(terms_.clause(clause));
      result = step_.ask({lemma.on, lemma.violated}) == TwoStates::Answer::impossible;
    }
    return result;
  }

  std::vector<std::size_t> establishing(const Literal& control) {
    const auto known = establishing_.find(control);
    if (known != establishing_.end()) return known->second;
    std::vector<std::size_t>& result = establishing_[control];
    const Term holds = terms_.literal(control);
    const Term before = step_.before(!holds);
    const Term after = step_.fails_after(!holds);
    for (std::size_t t = 0; t < encoding_.transitions().size(); ++t) {
      if (step_.ask({before, after, u_.selector(t, 0)}) == TwoStates::Answer::possible) result.push_back(t);
    }
    return result;
  }

  Unrolling& u_;
  const Encoding& encoding_;
  const StateAtoms& atoms_;
  const ProofClock& clock_;
  double stop_at_;
  AtomTerms terms_;
  TwoStates step_;
  TwoStates alone_;
  std::map<std::size_t, Term> guards_;
  std::map<Clause, bool> invariant_;
  std::map<Literal, std::vector<std::size_t>> establishing_;
  std::vector<StrengthenedGuard> found_;
};

}  // namespace

std::vector<StrengthenedGuard> strengthened_guards(Unrolling& unrolling, const StateAtoms& atoms,
                                                   const ProofClock& clock, double max_seconds) {
  return GuardStrengthener(unrolling, atoms, clock, max_seconds).run();
}

}  // namespace quorate
