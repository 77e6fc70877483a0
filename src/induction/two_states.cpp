// One solver holds one step, from state 0 to state 1, as long as the object exists. No claim is asserted
// for one question and retracted: each is implied by a fresh Boolean that the question assumes. So the
// solver keeps what it has learned, and the unsatisfiable core over these Booleans says which claims an
// answer needed.
#include "induction/two_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "smt/solver_watch.hpp"

namespace quorate {

TwoStates::TwoStates(Unrolling& unrolling, const ProofClock& clock, With with)
    : u_(unrolling), clock_(clock), solver_(make_solver(unrolling.encoding(), 0)) {
  solver_.add(u_.typing(0));
  if (with == With::no_step) return;
  solver_.add(u_.typing(1));
  solver_.add(u_.step(0));
}

Term TwoStates::fresh(const char* what) {
  return u_.encoding().formulas().boolean(fmt::format("{}{}", what, number_++));
}

void TwoStates::assume(const Term& holds) {
  solver_.add(u_.at(holds, 0));
}

Term TwoStates::before(const Term& formula) {
  Term on = fresh("before");
  solver_.add(z3::implies(on, u_.at(formula, 0)));
  return on;
}

Term TwoStates::fails_after(const Term& holds) {
  Term fails = fresh("after");
  solver_.add(z3::implies(fails, !u_.at(holds, 1)));
  return fails;
}

Term TwoStates::some_of(const Terms& terms) {
  Term some = fresh("some");
  solver_.add(z3::implies(some, u_.encoding().formulas().any(terms)));
  return some;
}

SwitchedLemma TwoStates::add(const Term& holds) {
  return {before(holds), fails_after(holds)};
}

TwoStates::Answer TwoStates::ask(const Terms& assumptions, unsigned milliseconds) {
  z3::params parameters(u_.encoding().formulas().context());
  limit_time(parameters, std::min(milliseconds, clock_.milliseconds_left()));
  solver_.set(parameters);
  z3::expr_vector all(u_.encoding().formulas().context());
  for (const Term& assumption : assumptions) all.push_back(assumption);
  const z3::check_result answer = solver_.check(all);
  if (answer == z3::unknown) return Answer::unknown;
  return answer == z3::sat ? Answer::possible : Answer::impossible;
}

ConcreteState TwoStates::state(std::size_t i) {
  return u_.encoding().space().value_in(solver_.get_model(), u_.state(i));
}

std::vector<std::size_t> TwoStates::core(const Terms& assumptions) {
  std::set<unsigned> ids;
  const z3::expr_vector core = solver_.unsat_core();
  for (unsigned i = 0; i < core.size(); ++i) ids.insert(core[i].id());
  std::vector<std::size_t> result;
  for (std::size_t k = 0; k < assumptions.size(); ++k) {
    if (ids.contains(assumptions[k].id())) result.push_back(k);
  }
  return result;
}

}  // namespace quorate
