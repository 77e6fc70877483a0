#include "induction/two_states.hpp"

#include <fmt/format.h>

namespace quorate {

TwoStates::TwoStates(Unrolling& unrolling, const ProofClock& clock, With with)
    : u_(unrolling), clock_(clock), solver_(make_solver(unrolling.encoding(), 0)) {
  const StateSpace& space = u_.encoding().space();
  solver_.add(space.typing(u_.state(0)));
  if (with == With::no_step) return;
  solver_.add(space.typing(u_.state(1)));
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

SwitchedLemma TwoStates::add(const Term& holds) {
  return {before(holds), fails_after(holds)};
}

TwoStates::Answer TwoStates::ask(const Terms& assumptions) {
  z3::params parameters(u_.encoding().formulas().context());
  parameters.set("timeout", clock_.milliseconds_left());
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

bool TwoStates::holds_after(const Term& formula) {
  return solver_.get_model().eval(u_.at(formula, 1), true).is_true();
}

std::vector<std::size_t> TwoStates::core(const Terms& assumptions) {
  std::vector<std::size_t> result;
  const z3::expr_vector core = solver_.unsat_core();
  for (std::size_t k = 0; k < assumptions.size(); ++k) {
    for (unsigned i = 0; i < core.size(); ++i) {
      if (z3::eq(core[i], assumptions[k])) result.push_back(k);
    }
  }
  return result;
}

}  // namespace quorate
