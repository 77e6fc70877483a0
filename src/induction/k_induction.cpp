// Base and step each have one incremental solver that is extended by one state when k grows. What is asked
// at one k only (that the claim is violated in the last state) is implied by a Boolean that the question
// assumes, so that nothing is ever retracted. In the step each lemma has such a Boolean, too: the
// unsatisfiable core says which lemmas the proof used. With `simple_path` the states of a step's path must
// differ pairwise, at the price of a quadratic number of conditions. A solver that gives up ends the run as
// a limit does.
#include "induction/k_induction.hpp"

#include <fmt/format.h>

#include "smt/solver_watch.hpp"

namespace quorate {

KInduction::Answer KInduction::ask(z3::solver& solver, const z3::expr_vector& assumptions) {
  z3::params parameters(u_.encoding().formulas().context());
  limit_time(parameters, clock_.milliseconds_left());
  solver.set(parameters);
  switch (solver.check(assumptions)) {
    case z3::sat:
      return Answer::yes;
    case z3::unsat:
      return Answer::no;
    default:
      return Answer::unknown;
  }
}

SymbolicPath KInduction::path(const z3::model& model, std::size_t states) {
  SymbolicPath result;
  const auto& transitions = u_.encoding().transitions();
  for (std::size_t i = 0; i < states; ++i) {
    result.states.push_back(u_.encoding().space().value_in(model, u_.state(i)));
    if (i + 1 == states) break;
    for (std::size_t t = 0; t < transitions.size(); ++t) {
      if (model.eval(u_.selector(t, i), true).is_true()) result.transitions.push_back(t);
    }
  }
  return result;
}

// Adds state k - 1 to the base; the states before it satisfy the claim, otherwise run() would have ended.
void KInduction::extend_base(const Claim& claim, std::size_t k) {
  const std::size_t last = k - 1;
  base_->add(u_.typing(last));
  if (last == 0) {
    base_->add(u_.encoding().initial(u_.state(0)));
  } else {
    base_->add(u_.at(claim.assumed, last - 1));
    base_->add(u_.step(last - 1));
  }
  for (const Term& lemma : lemmas_) base_->add(u_.at(lemma, last));
}

KInduction::Answer KInduction::base(const Claim& claim, std::size_t k, InductionResult& result) {
  z3::expr_vector assumptions(u_.encoding().formulas().context());
  extend_base(claim, k);
  const Term goal = u_.encoding().formulas().boolean(fmt::format("goal{}", k));
  base_->add(z3::implies(goal, u_.at(claim.violated, k - 1)));
  assumptions.push_back(goal);
  const Answer answer = ask(*base_, assumptions);
  if (answer == Answer::yes) result.path = path(base_->get_model(), k);
  return answer;
}

// Adds state k (and 0, if k = 1) to the step.
void KInduction::extend_step(const Claim& claim, std::size_t k) {
  Formulas& f = u_.encoding().formulas();
  const auto add_state = [&](std::size_t i) {
    step_->add(u_.typing(i));
    for (std::size_t l = 0; l < lemmas_.size(); ++l)
      step_->add(f.implies(switches_[l], u_.at(lemmas_[l], i)));
    for (std::size_t j = 0; j < i && limits_.simple_path; ++j) step_->add(u_.differ(j, i));
  };
  if (k == 1) add_state(0);
  add_state(k);
  step_->add(u_.at(claim.assumed, k - 1));
  step_->add(u_.step(k - 1));
}

KInduction::Answer KInduction::step(const Claim& claim, std::size_t k, InductionResult& result) {
  Formulas& f = u_.encoding().formulas();
  extend_step(claim, k);
  const Term goal = f.boolean(fmt::format("goal{}", k));
  step_->add(z3::implies(goal, u_.at(claim.violated, k)));
  z3::expr_vector assumptions(f.context());
  assumptions.push_back(goal);
  for (const Term& on : switches_) assumptions.push_back(on);
  const Answer answer = ask(*step_, assumptions);
  if (answer == Answer::yes) result.path = path(step_->get_model(), k + 1);
  if (answer == Answer::no) {
    const z3::expr_vector core = step_->unsat_core();
    for (unsigned i = 0; i < core.size(); ++i) {
      for (std::size_t l = 0; l < switches_.size(); ++l) {
        if (z3::eq(core[i], switches_[l])) result.used.push_back(l);
      }
    }
  }
  return answer;
}

InductionResult KInduction::run(const Claim& claim) {
  const Encoding& encoding = u_.encoding();
  base_.emplace(make_solver(encoding, 0));
  step_.emplace(make_solver(encoding, 0));
  switches_.clear();
  for (std::size_t l = 0; l < lemmas_.size(); ++l)
    switches_.push_back(encoding.formulas().boolean(fmt::format("lemma{}", l)));
  InductionResult result;
  for (std::size_t k = 1; k <= limits_.k_max; ++k) {
    if (clock_.over()) return result;
    result.k = k;
    const Answer initial = base(claim, k, result);
    if (initial == Answer::yes) result.outcome = InductionOutcome::base_fails;
    if (initial != Answer::no) return result;
    const Answer inductive = step(claim, k, result);
    if (inductive == Answer::no) result.outcome = InductionOutcome::proved;
    if (inductive != Answer::yes) return result;
  }
  result.outcome = InductionOutcome::step_fails;
  return result;
}

}  // namespace quorate
